package org.delay.redisson.tck;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives the parts of a contract the queues of the test class that extends {@link DelayQueueContract}. */
final class QueuesOfContract implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == QueueFactory.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRequiredTestInstances()
                .findInstance(DelayQueueContract.class)
                .orElseThrow()
                .queues();
    }
}
