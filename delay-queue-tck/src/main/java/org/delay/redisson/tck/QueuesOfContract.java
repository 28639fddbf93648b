package org.delay.redisson.tck;

import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Passes the queues of the test class to the nested contracts. */
@RequiredArgsConstructor
final class QueuesOfContract implements ParameterResolver {

    private final Supplier<QueueFactory> queues;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == QueueFactory.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return queues.get();
    }
}
