package org.delay.redisson.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Logged;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners hear, and what they can't hold up. */
@Timeout(300)
class ListenersTest {

    private static final DelayedMessage MESSAGE = message("x");

    private final ManualTicker ticker = new ManualTicker();
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private static DelayedMessage message(String body) {
        return new DelayedMessage("orders", "one", body, null, Map.of(), Instant.EPOCH, 4, 1);
    }

    static Stream<Method> events() {
        return Arrays.stream(DispatchListener.class.getMethods())
                .filter(method -> method.isDefault() && method.getReturnType() == void.class);
    }

    /** Also an event that is added later; some are told only to listeners that don't block. */
    @ParameterizedTest
    @MethodSource("events")
    void everyListenerHearsEveryEvent(Method event) {
        boolean direct = Set.of("deferred", "eventDropped").contains(event.getName());
        Listeners listeners = new Listeners(
                List.of(
                        listener(direct, (proxy, method, arguments) -> {
                            heard.add("first " + method.getName());
                            throw new AssertionError("on purpose");
                        }),
                        listener(true, (proxy, method, arguments) -> {
                            heard.add("second " + method.getName());
                            return null;
                        })),
                ticker);
        Object[] arguments = Arrays.stream(event.getParameterTypes())
                .map(type -> type == DelayedMessage.class ? MESSAGE : null)
                .toArray();

        assertThatCode(() -> event.invoke(listeners, arguments)).doesNotThrowAnyException();

        listeners.awaitTold(Duration.ofMinutes(2));
        assertThat(heard).containsExactlyInAnyOrder("first " + event.getName(), "second " + event.getName());
    }

    private static DispatchListener listener(boolean nonBlocking, InvocationHandler handler) {
        return (DispatchListener) Proxy.newProxyInstance(
                DispatchListener.class.getClassLoader(),
                new Class<?>[] {DispatchListener.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "toString" -> "a listener";
                    case "isNonBlocking" -> nonBlocking;
                    default -> handler.invoke(proxy, method, arguments);
                });
    }

    private final DispatchListener hanging = new DispatchListener() {
        @Override
        public void started(DelayedMessage message) {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final DispatchListener counting = new DispatchListener() {
        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void eventDropped(DispatchListener listener) {
            heard.add("dropped");
        }
    };

    /** By number, and by the size of the messages that they hold. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1024 * 1024})
    void whatAListenerDoesNotKeepUpWithIsDroppedAndCounted(int length) throws Exception {
        Listeners listeners = new Listeners(List.of(hanging, counting), ticker);
        DelayedMessage message = message("x".repeat(length));
        listeners.started(message);
        inside.await();
        int room = (int) Math.min(ListenerQueue.MOST_EVENTS, ListenerQueue.MOST_CHARACTERS / length - 1);
        for (int i = 0; i < room; i++) {
            listeners.started(message);
        }
        assertThat(heard).isEmpty();

        listeners.started(message);
        listeners.started(message);

        assertThat(heard).hasSize(2);
        goOn.countDown();
        listeners.awaitTold(Duration.ofMinutes(2));
        listeners.started(message);
        assertThat(heard).hasSize(2);
    }

    @Test
    void aListenerThatHangsIsNamedOnceAMinute() throws Exception {
        try (Logged logged = Logged.of(ListenerQueue.class)) {
            Listeners listeners = new Listeners(List.of(hanging), ticker);
            ticker.tick(Duration.ofMinutes(1));
            listeners.started(MESSAGE);
            inside.await();
            ticker.tick(ListenerQueue.SLOW.minusNanos(1));
            listeners.watch();
            assertThat(told(logged)).isEmpty();

            ticker.tick(Duration.ofNanos(1));
            listeners.watch();
            ticker.tick(Duration.ofSeconds(10));
            listeners.watch();

            assertThat(told(logged))
                    .singleElement()
                    .asString()
                    .contains("has not returned from the event 'started' for 5 s");
            assertThat(logged.stacks()).contains(ListenersTest.class.getName());
        } finally {
            goOn.countDown();
        }
    }

    private List<String> told(Logged logged) {
        return logged.lines().stream()
                .filter(line -> line.startsWith(hanging.toString()))
                .toList();
    }
}
