package org.delay.redisson.engine;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;

/** A consumer whose {@code batchSize} may throw, which would make claims fail: then it gets messages one by one. */
final class GuardedConsumer extends DelayQueueMessageConsumer {

    private final DelayQueueMessageConsumer consumer;
    private final TopicWarning warning;

    GuardedConsumer(DelayQueueMessageConsumer consumer, Ticker ticker) {
        this.consumer = consumer;
        this.warning = new TopicWarning(
                ticker,
                "batchSize() of the consumer of topic {} threw an exception. The consumer gets its messages one by one: {}",
                "batchSize() of the consumer threw an exception for {}, for example {}. The consumer gets their messages one"
                        + " by one");
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
        consumer.deliver(topic, messages);
    }

    @Override
    public int batchSize(String topic) {
        try {
            return Math.max(1, consumer.batchSize(topic));
        } catch (Throwable e) {
            warning.tell(topic, ErrorText.line(e, ""));
            return 1;
        }
    }

    @Override
    public boolean forwards(String topic) {
        return consumer.forwards(topic);
    }
}
