package org.delay.redisson.listener;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** The argument for one parameter of a listener method. */
@FunctionalInterface
interface Argument {

    /**
     * The argument.
     *
     * @param messages one message, unless the method takes lists
     * @param bodies their bodies, converted to the method's body type; empty if the method takes no body
     */
    @Nullable
    Object of(List<DelayedMessage> messages, List<Object> bodies);
}
