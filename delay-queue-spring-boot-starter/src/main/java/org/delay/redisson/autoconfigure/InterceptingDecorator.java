package org.delay.redisson.autoconfigure;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.QueueDecorator;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Meters and traces around the queue, where the application has a registry for them. */
@RequiredArgsConstructor
final class InterceptingDecorator implements QueueDecorator {

    private final ObjectProvider<QueueInterceptor> interceptors;
    private final ListableBeanFactory beans;

    /** By the interceptors' definitions: they are made at the first call of the queue. */
    @Override
    public DelayQueueMessage decorate(DelayQueueMessage queue) {
        return beans.getBeanNamesForType(QueueInterceptor.class, true, false).length == 0
                ? queue
                : new InterceptedDelayQueue(queue, new LazyInterceptors(interceptors));
    }

    @Override
    public int order() {
        return OBSERVATION;
    }
}
