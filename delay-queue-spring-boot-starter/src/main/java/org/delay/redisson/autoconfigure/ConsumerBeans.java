package org.delay.redisson.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.policy.PullDestination;
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

    /** The destination of the HTTP API, which is a module of its own: its name in routes, and its bean. */
    private static final String HTTP = "http";

    private static final String HTTP_BEAN = "delayQueueHttpDestination";

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
        String bean =
                isConsumer(name) ? name : Broker.named(name).map(this::beanOf).orElse(null);
        if (bean == null) {
            if (isPulled(name)) {
                return new NamedConsumer(name, new PulledConsumer(name));
            }
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
                "Route " + property + " names the consumer '" + name + "' for messages of '" + String.join("', '", keys)
                        + "', but there is no such consumer.",
                remedy(name)
                        .map(remedy -> action + " For '" + name + "', " + remedy + ".")
                        .orElse(action));
    }

    private static Optional<String> remedy(String name) {
        return name.equals(HTTP)
                ? Optional.of("add delay-queue-http and set 'delay.redisson.http.enabled=true'")
                : Broker.named(name).map(Broker::remedy);
    }

    /** The names that a route may use. */
    private List<String> names() {
        Stream<String> consumers = beanNames().stream().map(this::routeName);
        return (isPulled(HTTP) ? Stream.concat(consumers, Stream.of(HTTP)) : consumers).toList();
    }

    private boolean isPulled(String name) {
        return name.equals(HTTP)
                && beans.containsBean(HTTP_BEAN)
                && beans.isTypeMatch(HTTP_BEAN, PullDestination.class);
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

    /** The only one that sends on to this broker, null if there is none or several. */
    private @Nullable String beanOf(Broker broker) {
        List<String> found =
                beanNames().stream().filter(name -> serves(name, broker)).toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    private boolean serves(String bean, Broker broker) {
        Class<?> type = beans.getType(bean, false);
        return broker.isServedBy(bean, type == null ? DelayQueueMessageConsumer.class : type);
    }

    private String routeName(String bean) {
        for (Broker broker : Broker.values()) {
            if (bean.equals(beanOf(broker)) && !isConsumer(broker.routeName())) {
                return broker.routeName();
            }
        }
        return bean;
    }

    private String nameOf(DelayQueueMessageConsumer consumer) {
        return beanNames().stream()
                .filter(name -> beans.getSingleton(name) == consumer)
                .findFirst()
                .map(this::routeName)
                .orElseGet(() -> ClassUtils.getShortName(consumer.getClass()));
    }
}
