package org.delay.redisson.autoconfigure;

import static java.util.Objects.requireNonNullElse;

import java.util.Map;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.rabbit.DelayingRabbitTemplate;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Exchange;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Fails the start where {@code delay.redisson.rabbit.intercept} would have no effect, or where the application declares an exchange of
 * RabbitMQ's plugin: without the plugin, RabbitMQ closes the connection, and each listener logs that for ever.
 *
 * <p>Asked when all beans exist, since listener methods declare exchanges too.
 */
@RequiredArgsConstructor
final class RabbitInterceptCheck implements SmartInitializingSingleton {

    private static final String PLUGIN_TYPE = "x-delayed-message";
    private static final String PLUGIN_ARGUMENT = "x-delayed-type";

    private final ListableBeanFactory beans;

    @Override
    public void afterSingletonsInstantiated() {
        if (beans.getBeanNamesForType(DelayingRabbitTemplate.class, true, false).length == 0) {
            throw new CannotStartException(
                    "'" + DelayQueueRabbitProperties.INTERCEPT
                            + "' is true, but the application has a RabbitTemplate of its "
                            + "own, which would send messages with the header 'x-delay' at once.",
                    "Declare it as a DelayingRabbitTemplate, or add a bean of that type, or remove yours so that the delay queue's "
                            + "takes its place, or remove the property.");
        }
        exchanges().filter(RabbitInterceptCheck::isDeclaredForThePlugin).forEach(RabbitInterceptCheck::refuse);
    }

    private Stream<Exchange> exchanges() {
        return Stream.concat(
                beans.getBeansOfType(Exchange.class, false, false).values().stream(),
                beans.getBeansOfType(Declarables.class, false, false).values().stream()
                        .flatMap(all -> all.getDeclarablesByType(Exchange.class).stream()));
    }

    private static boolean isDeclaredForThePlugin(Exchange exchange) {
        return exchange.shouldDeclare()
                && (exchange.isDelayed() || exchange.getType().equals(PLUGIN_TYPE));
    }

    private static void refuse(Exchange exchange) {
        Map<String, Object> arguments = requireNonNullElse(exchange.getArguments(), Map.of());
        Object type = exchange.getType().equals(PLUGIN_TYPE)
                ? arguments.getOrDefault(PLUGIN_ARGUMENT, "direct")
                : exchange.getType();
        throw new CannotStartException(
                "The application declares exchange '" + exchange.getName() + "' with type '" + PLUGIN_TYPE
                        + "', of RabbitMQ's "
                        + "delayed message exchange plugin. With '" + DelayQueueRabbitProperties.INTERCEPT
                        + "', the delay queue holds messages back, and RabbitMQ needs no plugin.",
                "Declare exchange '" + exchange.getName() + "' with type '" + type
                        + "' instead: without delayed() and without "
                        + "the argument '" + PLUGIN_ARGUMENT
                        + "'. While RabbitMQ still has the plugin's exchange under this "
                        + "name, don't declare it: suppressDeclaration(), or declare = \"false\" in @Exchange.");
    }
}
