package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.delay.redisson.DispatchOperations.Instance;

/**
 * The instances that share the work, and this one's place among them. As far as it knows: it may be wrong for a while, and
 * so may they. Two that both believe to own a shard, or none, cost work or lateness and nothing else.
 *
 * <p>Where it does not hear of the others it owns everything. Safe for use by many threads.
 */
final class Owners {

    private final String self;
    private final Ticker ticker;
    private volatile List<Known> known = List.of();

    /** @param self the id that this instance's heartbeats have */
    Owners(String self, Ticker ticker) {
        this.self = self;
        this.ticker = ticker;
    }

    /** @param until when it counts as dead, unless it is heard of again */
    private record Known(Instance instance, long until) {}

    /** How many come before this instance in looking after a shard: 0 for the owner. */
    int rank(int shard) {
        List<Known> all = known;
        if (all.size() <= 1) {
            return 0;
        }
        List<String> order = Instance.inOrder(
                        shard, all.stream().map(Known::instance).toList())
                .stream()
                .map(Instance::id)
                .toList();
        return Math.max(0, order.indexOf(self));
    }

    /** Whether no other instance is known. */
    boolean alone() {
        return known.size() <= 1;
    }

    /**
     * By a heartbeat's answer.
     *
     * @return whether others are there than before
     */
    synchronized boolean told(List<Instance> alive, long answered) {
        return changed(alive.stream()
                .map(instance -> new Known(instance, answered + instance.left().toNanos()))
                .toList());
    }

    /** An instance has stopped; says whether it was known. */
    synchronized boolean left(String id) {
        return changed(known.stream()
                .filter(each -> isSelf(each) || !each.instance.id().equals(id))
                .toList());
    }

    /** Says whether others were forgotten, since nothing was heard of them for too long. */
    synchronized boolean forgetDead() {
        long now = ticker.nanos();
        return changed(known.stream()
                .filter(each -> isSelf(each) || each.until - now > 0)
                .toList());
    }

    /** How long until another instance counts as dead, unless it is heard of again; no longer than the given time. */
    Duration untilNextDeath(Duration most) {
        long now = ticker.nanos();
        long next = known.stream()
                .filter(each -> !isSelf(each))
                .mapToLong(each -> Math.max(0, each.until - now))
                .min()
                .orElse(Long.MAX_VALUE);
        return Duration.ofNanos(Math.min(next, most.toNanos()));
    }

    private boolean isSelf(Known each) {
        return each.instance.id().equals(self);
    }

    private boolean changed(List<Known> now) {
        Map<String, Integer> before = formats();
        known = now;
        return !before.equals(formats());
    }

    /** What the order depends on. */
    private Map<String, Integer> formats() {
        return known.stream()
                .map(Known::instance)
                .collect(Collectors.toMap(Instance::id, Instance::format, Math::max, HashMap::new));
    }

    @Override
    public String toString() {
        return known.stream().map(each -> each.instance.id()).sorted().toList().toString();
    }
}
