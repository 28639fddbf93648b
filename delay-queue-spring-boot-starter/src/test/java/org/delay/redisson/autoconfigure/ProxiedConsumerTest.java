package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A consumer behind a proxy, as {@code @Transactional} makes one. */
@ExtendWith(OutputCaptureExtension.class)
class ProxiedConsumerTest {

    @Test
    void readsBodiesAndIsAdvised(CapturedOutput output) {
        Timeouts timeouts = new Timeouts();
        AtomicInteger advised = new AtomicInteger();
        try (RedisServer redis = RedisServer.start()) {
            Runners.on(redis)
                    .withBean(DelayQueueMessageConsumer.class, () -> proxy(timeouts, advised))
                    .run(context -> {
                        context.getBean(DelayQueueMessageProducer.class)
                                .sendMessage("proxied", List.of("a"), Duration.ZERO);
                        assertThat(timeouts.read.poll(2, TimeUnit.MINUTES)).isEqualTo(List.of("a"));
                        assertThat(advised).hasPositiveValue();
                    });
        }
        assertThat(output).contains("to delayQueueMessageConsumer with");
    }

    private static DelayQueueMessageConsumer proxy(Timeouts timeouts, AtomicInteger advised) {
        ProxyFactory proxies = new ProxyFactory(timeouts);
        proxies.setProxyTargetClass(true);
        proxies.addAdvice((MethodInterceptor) call -> {
            if (call.getMethod().getName().equals("processMessages")) {
                advised.incrementAndGet();
            }
            return call.proceed();
        });
        return (DelayQueueMessageConsumer) proxies.getProxy();
    }

    static class Timeouts extends DelayQueueMessageConsumer {

        private final BlockingQueue<List<?>> read = new LinkedBlockingQueue<>();

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            messages.forEach(message -> read.add(read(message, List.class)));
        }
    }
}
