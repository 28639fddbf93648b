package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.engine.DispatchListener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DispatchListenersTest {

    static Stream<Method> events() {
        return Arrays.stream(DispatchListener.class.getMethods()).filter(Method::isDefault);
    }

    /** Also an event that is added later. */
    @ParameterizedTest
    @MethodSource("events")
    void passesEveryEventToEveryListener(Method event) {
        List<String> heard = new ArrayList<>();
        DispatchListeners listeners = new DispatchListeners(List.of(
                listener((proxy, method, arguments) -> {
                    heard.add("first " + method.getName());
                    throw new AssertionError("on purpose");
                }),
                listener((proxy, method, arguments) -> {
                    heard.add("second " + method.getName());
                    return null;
                })));

        assertThatCode(() -> event.invoke(listeners, new Object[event.getParameterCount()]))
                .doesNotThrowAnyException();

        assertThat(heard).containsExactly("first " + event.getName(), "second " + event.getName());
    }

    private static DispatchListener listener(InvocationHandler handler) {
        return (DispatchListener) Proxy.newProxyInstance(
                DispatchListener.class.getClassLoader(),
                new Class<?>[] {DispatchListener.class},
                (proxy, method, arguments) ->
                        method.getName().equals("toString") ? "a listener" : handler.invoke(proxy, method, arguments));
    }
}
