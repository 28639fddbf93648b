package org.delay.redisson.examples.listener;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.delay.redisson.listener.DelayQueueListener;
import org.springframework.core.annotation.AliasFor;

// tag::listener-annotation[]
@DelayQueueListener(
        topics = {},
        maxAttempts = "3")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ShopListener {

    @AliasFor(annotation = DelayQueueListener.class, attribute = "topics")
    String[] value();
}
// end::listener-annotation[]
