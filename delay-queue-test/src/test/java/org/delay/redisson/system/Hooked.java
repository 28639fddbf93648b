package org.delay.redisson.system;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.delay.redisson.DispatchOperations;

/** Operations whose calls pass through a test's hands. */
final class Hooked {

    private Hooked() {}

    /** What to do with a call. */
    @FunctionalInterface
    interface Hook {

        Object handle(String method, Object[] arguments, Callable<Object> call) throws Exception;
    }

    static DispatchOperations on(DispatchOperations queue, Hook hook) {
        return (DispatchOperations) Proxy.newProxyInstance(
                Hooked.class.getClassLoader(),
                new Class<?>[] {DispatchOperations.class},
                (proxy, method, arguments) -> hook.handle(method.getName(), arguments, () -> {
                    try {
                        return method.invoke(queue, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception cause ? cause : e;
                    }
                }));
    }
}
