package org.delay.redisson.system;

import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One broker for all tests of this package, since it takes seconds to start. Each test has topics of its own. */
public final class SharedKafka implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == KafkaBroker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedKafka.class))
                .computeIfAbsent(KafkaBroker.class, none -> KafkaBroker.start(), KafkaBroker.class);
    }
}
