package org.delay.redisson.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.delay.redisson.DelayQueueMessage;

/** A queue whose calls pass through a test's hands: it may delay, refuse, repeat or lose them. */
final class Interposed {

    private Interposed() {}

    /** What to do with a call. */
    @FunctionalInterface
    interface BatchHandler {

        /**
         * Does the call or something else.
         *
         * @param method the name of the queue's method
         * @param call does the call, and may be used any number of times
         */
        Object handle(String method, Object[] arguments, Callable<Object> call) throws Exception;
    }

    static DelayQueueMessage on(DelayQueueMessage queue, BatchHandler handling) {
        return (DelayQueueMessage) Proxy.newProxyInstance(
                Interposed.class.getClassLoader(),
                new Class<?>[] {DelayQueueMessage.class},
                (proxy, method, arguments) ->
                        handling.handle(method.getName(), arguments == null ? new Object[0] : arguments, () -> {
                            try {
                                return method.invoke(queue, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause() instanceof Exception cause ? cause : e;
                            }
                        }));
    }
}
