package org.delay.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a queue can do, now or later, a decorated one does by asking the queue. */
class ForwardingDelayQueueTest {

    private final List<Call> calls = new ArrayList<>();

    static Stream<Method> methods() {
        return Arrays.stream(DelayQueueMessage.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void forwardsTheCallItself(Method method) throws Exception {
        DelayQueueMessage queue = new ForwardingDelayQueue(recording()) {};
        Object[] arguments = arguments(method);

        Object answered = method.invoke(queue, arguments);

        assertThat(calls).containsExactly(new Call(method, Arrays.asList(arguments)));
        assertThat(answered).isEqualTo(some(method.getReturnType(), 7));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void throwsWhatTheQueueThrows(Method method) {
        Error failure = new AssertionError("on purpose");
        DelayQueueMessage failing = (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, called, arguments) -> {
                    throw failure;
                });
        DelayQueueMessage queue = new ForwardingDelayQueue(failing) {};
        Object[] arguments = arguments(method);

        assertThatThrownBy(() -> method.invoke(queue, arguments)).cause().isSameAs(failure);
    }

    private DelayQueueMessage recording() {
        return (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    calls.add(new Call(method, arguments == null ? List.of() : Arrays.asList(arguments)));
                    return some(method.getReturnType(), 7);
                });
    }

    /** An argument for each parameter, each another one, so that a swapped one is seen. */
    private static Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return IntStream.range(0, types.length)
                .mapToObj(i -> some(types[i], i + 1))
                .toArray();
    }

    private static @Nullable Object some(Class<?> type, int number) {
        if (type == int.class) {
            return number;
        } else if (type == long.class) {
            return (long) number;
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class) {
            return "text " + number;
        } else if (type == Duration.class) {
            return Duration.ofSeconds(number);
        } else if (type == Map.class) {
            return Map.of(number, number);
        } else if (type.isAssignableFrom(List.class)) {
            return List.of(number);
        } else if (type == Set.class) {
            return Set.of(number);
        }
        assertThat(type.isPrimitive() && type != void.class)
                .as("%s is not known here", type)
                .isFalse();
        return null;
    }

    private record Call(Method method, List<@Nullable Object> arguments) {}
}
