package org.delay.redisson.system;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import org.delay.redisson.DispatchOperations;

/** Operations whose calls pass through a test's hands. */
public final class Hooked {

    private Hooked() {}

    /** What to do with a call. */
    @FunctionalInterface
    public interface Hook {

        Object handle(String method, Object[] arguments, Callable<Object> call) throws Exception;
    }

    /** The same operations, each call of which is the hook's to make. */
    public static DispatchOperations on(DispatchOperations queue, Hook hook) {
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
