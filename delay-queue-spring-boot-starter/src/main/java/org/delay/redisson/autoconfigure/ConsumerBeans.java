package org.delay.redisson.autoconfigure;

import java.util.Arrays;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** The application's consumers, by name. None is made before it is asked for. */
@RequiredArgsConstructor
final class ConsumerBeans {

    /** The name that routes use for the consumer that sends on to Kafka. */
    static final String KAFKA = "kafka";

    /** The starter's own bean, and what a test puts in its place. */
    static final String KAFKA_BEAN = "kafkaDelayQueueMessageConsumer";

    /** By name, since Kafka's classes may be absent. */
    private static final String KAFKA_TYPE = "org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer";

    private final ObjectProvider<DelayQueueMessageConsumer> marked;
    private final ObjectProvider<DelayQueueMessageConsumer> all;
    private final ConfigurableListableBeanFactory beans;

    /**
     * The consumer of topics that have no route: the marked one, else the only or primary one. Null if there is none.
     *
     * @throws CannotStartException if there are several to choose from
     */
    @Nullable
    NamedConsumer preferred() {
        try {
            DelayQueueMessageConsumer consumer = marked.getIfAvailable(all::getIfAvailable);
            return consumer == null ? null : new NamedConsumer(nameOf(consumer), consumer);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new CannotStartException(
                    "Several DelayQueueMessageConsumer beans could get the messages of topics without a route: "
                            + String.join(", ", names()) + ".",
                    "Set " + Routes.property("*")
                            + " to one of these names, mark that bean with @ForDelayQueue, or make it"
                            + " @Primary. Give other topics a route of their own, for example "
                            + Routes.property("mail-*") + ".",
                    several);
        }
    }

    /**
     * The consumer that a route names.
     *
     * @throws CannotStartException if there is none of this name
     */
    NamedConsumer named(String name, List<String> keys) {
        String bean = isConsumer(name) ? name : name.equals(KAFKA) ? kafkaBean() : null;
        if (bean == null) {
            throw unknown(name, keys);
        }
        return new NamedConsumer(routeName(bean), beans.getBean(bean, DelayQueueMessageConsumer.class));
    }

    private CannotStartException unknown(String name, List<String> keys) {
        List<String> candidates = names();
        String property = Routes.property(keys.get(0));
        String action = candidates.isEmpty()
                ? "Declare a bean '" + name + "' that extends DelayQueueMessageConsumer, or correct " + property + "."
                : "Set " + property + " to one of these names: " + String.join(", ", candidates) + ".";
        return new CannotStartException(
                "Route " + property + " names the consumer '" + name
                        + "', which does not exist, so messages of '" + String.join("', '", keys)
                        + "' would have no receiver.",
                name.equals(KAFKA)
                        ? action + " For '" + KAFKA + "', add spring-boot-starter-kafka or declare a KafkaTemplate."
                        : action);
    }

    /** The names that a route may use. */
    private List<String> names() {
        return beanNames().stream().map(this::routeName).toList();
    }

    private List<String> beanNames() {
        return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                        beans, DelayQueueMessageConsumer.class, true, false))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                .toList();
    }

    private boolean isConsumer(String name) {
        return beans.containsBean(name) && beans.isTypeMatch(name, DelayQueueMessageConsumer.class);
    }

    /** The only one that sends on to Kafka, null if there is none or several. */
    private @Nullable String kafkaBean() {
        List<String> kafka = beanNames().stream().filter(this::isKafka).toList();
        return kafka.size() == 1 ? kafka.get(0) : null;
    }

    private boolean isKafka(String bean) {
        if (bean.equals(KAFKA_BEAN)) {
            return true;
        }
        for (Class<?> type = beans.getType(bean, false); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(KAFKA_TYPE)) {
                return true;
            }
        }
        return false;
    }

    private String routeName(String bean) {
        return bean.equals(kafkaBean()) && !isConsumer(KAFKA) ? KAFKA : bean;
    }

    private String nameOf(DelayQueueMessageConsumer consumer) {
        return beanNames().stream()
                .filter(name -> beans.getSingleton(name) == consumer)
                .findFirst()
                .map(this::routeName)
                .orElseGet(() -> ClassUtils.getUserClass(consumer).getSimpleName());
    }
}
