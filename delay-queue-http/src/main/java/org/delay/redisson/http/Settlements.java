package org.delay.redisson.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;

/** Settles what clients have received, in one call for each lease. Safe for use by many threads. */
@RequiredArgsConstructor
final class Settlements {

    private final DelayQueueMessage queue;
    private final RetryPolicy retries;
    private final ApiMeters meters;

    /**
     * What a client wants for one message.
     *
     * @param delay until it is due again; null for the back-off of the queue, or none for a release
     * @param lease how long the lease shall last from now; only to extend it
     * @param error why it failed
     */
    record Item(
            Handle handle,
            @Nullable Duration delay,
            @Nullable Duration lease,
            String error) {

        static Item of(Handle handle) {
            return new Item(handle, null, null, "");
        }
    }

    /** What became of them: those that were not the client's any more, and those that are dead letters now. */
    record Result(Set<Handle> lost, Set<Handle> dead) {}

    Result settle(SettleAction action, Collection<Item> items) {
        Result result = new Result(new LinkedHashSet<>(), new LinkedHashSet<>());
        switch (action) {
            case ACK -> each(items, Item::handle, result, (lease, group) -> queue.ack(lease, ids(group)));
            case RELEASE ->
                each(
                        items,
                        Item::delay,
                        result,
                        (lease, group) -> queue.release(lease, ids(group), delay(group), false));
            case EXTEND ->
                each(items, Item::lease, result, (lease, group) -> queue.renew(lease, ids(group), time(group)));
            case BURY -> bury(items, result);
            case RETRY -> retry(items, result);
        }
        meters.settled(
                action, items.size() - result.lost().size(), result.lost().size());
        return result;
    }

    private void retry(Collection<Item> items, Result result) {
        List<Item> again = new ArrayList<>();
        List<Item> dead = new ArrayList<>();
        for (Item item : items) {
            Optional<Duration> backOff = retries.delayAfter(item.handle().failures() + 1);
            if (backOff.isEmpty()) {
                dead.add(item);
            } else {
                again.add(item.delay() != null ? item : new Item(item.handle(), backOff.get(), null, item.error()));
            }
        }
        each(
                again,
                Item::handle,
                result,
                (lease, group) -> queue.retry(
                        lease,
                        group.stream()
                                .map(item -> new Retry(item.handle().id(), given(item.delay()), false))
                                .toList()));
        bury(dead, result);
    }

    private void bury(Collection<Item> items, Result result) {
        each(
                items,
                Item::handle,
                result,
                (lease, group) -> queue.bury(
                                lease,
                                group.stream()
                                        .map(item -> new GivenUp(item.handle().id(), item.error(), false, true))
                                        .toList())
                        .lost());
        items.stream()
                .map(Item::handle)
                .filter(handle -> !result.lost().contains(handle))
                .forEach(result.dead()::add);
    }

    private interface Call {

        /** Returns the ids that were lost. */
        Set<String> settle(Lease lease, List<Item> items);
    }

    private record Group(Lease lease, @Nullable Object same) {}

    /** One call for each lease, and for each value that must be the same in a call. */
    private static void each(Collection<Item> items, Function<Item, @Nullable Object> same, Result result, Call call) {
        Map<Group, Map<String, Item>> groups = new LinkedHashMap<>();
        for (Item item : items) {
            Object value = same.apply(item);
            Group group = new Group(item.handle().lease(), value instanceof Duration ? value : null);
            groups.computeIfAbsent(group, unused -> new LinkedHashMap<>())
                    .putIfAbsent(item.handle().id(), item);
        }
        groups.forEach((group, byId) -> {
            for (String id : call.settle(group.lease(), List.copyOf(byId.values()))) {
                Item item = byId.get(id);
                if (item != null) {
                    result.lost().add(item.handle());
                }
            }
        });
    }

    private static List<String> ids(List<Item> items) {
        return items.stream().map(item -> item.handle().id()).toList();
    }

    private static Duration delay(List<Item> items) {
        return given(items.get(0).delay());
    }

    private static Duration time(List<Item> items) {
        return given(items.get(0).lease());
    }

    private static Duration given(@Nullable Duration duration) {
        return duration == null ? Duration.ZERO : duration;
    }
}
