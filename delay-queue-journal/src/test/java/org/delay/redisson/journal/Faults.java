package org.delay.redisson.journal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.DelayQueueException;

/** What happens to the calls of one process. */
final class Faults {

    /** @param dies whether no later call works either */
    private record Fault(String call, boolean before, boolean dies) {}

    private final AtomicReference<Fault> fault = new AtomicReference<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean dead;

    private record Call(String name, List<Object> arguments) {}

    void diesAt(String call, boolean before) {
        fault.set(new Fault(call, before, true));
    }

    void failsOnce(String call, boolean before) {
        fault.set(new Fault(call, before, false));
    }

    /** The arguments of all calls of this name, in their order. */
    List<List<Object>> arguments(String call) {
        return calls.stream()
                .filter(one -> one.name().equals(call))
                .map(Call::arguments)
                .toList();
    }

    boolean isDead() {
        return dead;
    }

    boolean hasFailed() {
        return fault.get() == null;
    }

    <T> T around(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            calls.add(new Call(method.getName(), args == null ? List.of() : Arrays.asList(args)));
            Fault now = fault.get();
            // The database's raiseMark has another type of answer.
            boolean isMeant = now != null
                    && method.getName().equals(now.call())
                    && (method.getReturnType() != Optional.class || !now.call().equals("raiseMark"));
            if (dead || (isMeant && now.before())) {
                fail();
            }
            Object answer;
            try {
                answer = method.invoke(target, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (isMeant && !now.before()) {
                fail();
            }
            return answer;
        }));
    }

    private void fail() {
        Fault happens = fault.getAndSet(null);
        dead |= happens != null && happens.dies();
        throw new DelayQueueException.Refused("any", List.of(), new IllegalStateException("as asked for"));
    }
}
