package org.delay.redisson.test;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Sets the properties that a test with {@link AutoConfigureDelayQueueTest} needs. */
final class DelayQueueTestProperties implements ContextCustomizerFactory {

    static final String KAFKA = "delay.redisson.test.kafka";

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        AutoConfigureDelayQueueTest annotation =
                TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureDelayQueueTest.class);
        return annotation == null ? null : new Customizer(annotation.kafka());
    }

    /** By value, as contexts are cached by it. */
    record Customizer(AutoConfigureDelayQueueTest.Kafka kafka) implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
            TestPropertyValues values = TestPropertyValues.of(
                    "delay.redisson.enable=true",
                    "delay.redisson.auto-startup=false",
                    "delay.redisson.fail-fast=false",
                    "delay.redisson.workers=1",
                    "delay.redisson.retry.jitter=0",
                    "delay.redisson.test.jitter=false",
                    KAFKA + "=" + kafka.name().toLowerCase(Locale.ROOT));
            if (kafka == AutoConfigureDelayQueueTest.Kafka.LISTENERS) {
                values = values.and("spring.kafka.admin.auto-create=false");
            }
            values.applyTo(context);
        }
    }
}
