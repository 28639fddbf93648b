package org.delay.redisson.benchmark.workload;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.contender.Contender;
import org.delay.redisson.benchmark.contender.DelayQueueContender;
import org.delay.redisson.benchmark.contender.Entrant;
import org.delay.redisson.benchmark.contender.RDelayedQueueContender;

/** Measures how fast messages that are due at the same time arrive in Kafka. */
public final class KafkaWorkload implements Workload {

    public static final String NAME = "kafka";
    public static final String SETTING = "drain into Kafka";

    private static final AtomicInteger TOPICS = new AtomicInteger();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Drain into Kafka";
    }

    @Override
    public String description() {
        return "As above, but until the broker has confirmed the last message: one broker in the same JVM, one"
                + " partition, `acks=all`. RDelayedQueue's messages go to a plain producer as they arrive, and would be"
                + " lost in a crash. The reference is that producer alone, with the same records and headers.";
    }

    @Override
    public String bound() {
        return Bounds.of(NAME);
    }

    @Override
    public List<Trial> trials() {
        return List.of(
                new Trial(Entrant.LIBRARY, KafkaWorkload::library),
                new Trial(Entrant.R_DELAYED_QUEUE, KafkaWorkload::rDelayedQueue),
                new Trial(BareProducer.SUBJECT, KafkaWorkload::bare));
    }

    private static void library(Lab lab, Scale scale, Notebook notebook) throws Exception {
        String topic = newTopic(lab);
        try (DelayQueueContender contender = DelayQueueContender.open(lab.redis())) {
            notebook.rate(
                    SETTING,
                    Draining.run(
                            lab,
                            contender,
                            topic,
                            scale.drained(),
                            done -> contender.receiveIntoKafka(lab.kafka().bootstrapServers(), topic, done)));
        }
    }

    private static void rDelayedQueue(Lab lab, Scale scale, Notebook notebook) throws Exception {
        String topic = newTopic(lab);
        try (Contender contender = RDelayedQueueContender.open(lab.redis());
                BareProducer producer = BareProducer.to(lab.kafka().bootstrapServers(), topic)) {
            notebook.rate(SETTING, Draining.run(lab, contender, topic, scale.drained(), done -> {
                Consumer<String> receiver = body -> producer.send(body, done);
                return contender.receive(List.of(topic), receiver);
            }));
        }
    }

    private static void bare(Lab lab, Scale scale, Notebook notebook) throws Exception {
        String topic = newTopic(lab);
        try (BareProducer producer = BareProducer.to(lab.kafka().bootstrapServers(), topic)) {
            notebook.rate(SETTING, producer.rate(scale.drained()));
        }
    }

    private static String newTopic(Lab lab) {
        String topic = "kafka-" + TOPICS.incrementAndGet();
        lab.kafka().createTopic(topic, 1);
        return topic;
    }
}
