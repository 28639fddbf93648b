package org.delay.redisson.listener;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.jspecify.annotations.Nullable;

/** What one parameter of a listener method gets. */
@FunctionalInterface
interface Argument {

    /**
     * The argument.
     *
     * @param messages one, unless the method takes lists
     * @param bodies theirs, read as the type that the method asks for; empty where it asks for none
     */
    @Nullable
    Object of(List<DelayedMessage> messages, List<Object> bodies);
}
