package org.delay.redisson.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.DeleteResult;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.redis.Operation.How;
import org.delay.redisson.redis.Operation.When;
import org.jspecify.annotations.Nullable;

/**
 * What a queue must do, in as few words as can be: maps, and no time but now and later. It follows the table of states,
 * not the scripts.
 */
final class QueueModel {

    /** So many expiries, and a message is claimed alone. */
    private static final int SUSPECT = 2;

    record Name(String topic, String id) {}

    /** A message that is due or leased. */
    static final class Live {
        final int shard;
        String body = "";
        int priority;
        When when = When.NOW;
        int failures;
        int expiries;
        boolean uncertain;
        /** The claim that holds it, or null. */
        @Nullable
        Batch holder;
        /** Renewed, so that the claim made again does not answer it. */
        boolean renewed;

        Live(int shard) {
            this.shard = shard;
        }

        boolean leased() {
            return holder != null;
        }

        boolean claimable() {
            return when == When.NOW;
        }

        /** Its place among those that can be claimed: the lower, the earlier. */
        int turn() {
            return leased() ? -1 : 9 - priority;
        }

        boolean suspectWhenClaimed() {
            return expiries + (leased() ? 1 : 0) >= SUSPECT;
        }
    }

    record Dead(String body, int priority, int failures, int expiries, boolean uncertain) {}

    /** One claim that was answered. */
    record Batch(String claimer, int shard, String topic, long number, When leaseEnds, Set<String> ids) {}

    final Map<Name, Live> live = new LinkedHashMap<>();
    final Map<Integer, Map<Name, Dead>> graves = new HashMap<>();
    final Set<String> paused = new HashSet<>();
    private final List<Integer> layout = new ArrayList<>();

    QueueModel(int shards) {
        layout.add(shards);
    }

    int shards() {
        return layout.stream().max(Comparator.naturalOrder()).orElseThrow();
    }

    void changeShards(int shards) {
        if (layout.get(layout.size() - 1) != shards) {
            layout.add(shards);
        }
    }

    Outcome send(Name name, OnDuplicate policy, When when, int priority, String body) {
        Live present = live.get(name);
        if (present != null && policy != OnDuplicate.REPLACE) {
            return present.leased() ? Outcome.KEPT_IN_FLIGHT : Outcome.KEPT;
        }
        Live sent = new Live(present == null ? home(name.id(), layout.get(layout.size() - 1)) : present.shard);
        sent.body = body;
        sent.priority = priority;
        sent.when = when;
        sent.uncertain = present != null && (present.leased() || present.uncertain);
        live.put(name, sent);
        return present == null ? Outcome.SCHEDULED : present.leased() ? Outcome.REPLACED_IN_FLIGHT : Outcome.REPLACED;
    }

    CancelResult cancel(Name name) {
        Live cancelled = live.remove(name);
        if (cancelled == null) {
            return CancelResult.NOT_FOUND;
        }
        return cancelled.leased() || cancelled.uncertain ? CancelResult.IN_FLIGHT : CancelResult.CANCELLED;
    }

    RescheduleResult reschedule(Name name, When when) {
        Live present = live.get(name);
        if (present == null) {
            return RescheduleResult.NOT_FOUND;
        }
        if (present.leased()) {
            return RescheduleResult.IN_FLIGHT;
        }
        present.when = when;
        return RescheduleResult.RESCHEDULED;
    }

    RedriveResult redrive(Name name) {
        if (live.containsKey(name)) {
            return RedriveResult.EXISTS;
        }
        for (int home : homes(name.id())) {
            Dead dead = grave(home).remove(name);
            if (dead != null) {
                Live redriven = new Live(home);
                redriven.body = dead.body();
                redriven.priority = dead.priority();
                redriven.uncertain = dead.uncertain();
                live.put(name, redriven);
                return RedriveResult.SCHEDULED;
            }
        }
        return RedriveResult.NOT_FOUND;
    }

    DeleteResult delete(Name name) {
        for (int home : homes(name.id())) {
            if (grave(home).remove(name) != null) {
                return DeleteResult.DELETED;
            }
        }
        return DeleteResult.NOT_FOUND;
    }

    /** The messages that a claim may take. */
    Map<String, Live> claimable(int shard, String topic) {
        Map<String, Live> claimable = new LinkedHashMap<>();
        live.forEach((name, message) -> {
            if (name.topic().equals(topic)
                    && message.shard == shard
                    && message.claimable()
                    && !paused.contains(topic)) {
                claimable.put(name.id(), message);
            }
        });
        return claimable;
    }

    /** Within one turn any order is right; how many are taken, and which turns, is not left open. */
    void checkChoice(Map<String, Live> claimable, List<String> taken, int limit) {
        Set<String> left = new HashSet<>(claimable.keySet());
        int turn = Integer.MIN_VALUE;
        for (String id : taken) {
            check(left.remove(id), id + " can't be claimed, or was twice");
            check(claimable.get(id).turn() >= turn, id + " is not in its turn");
            turn = claimable.get(id).turn();
        }
        for (String id : left) {
            check(claimable.get(id).turn() >= turn, id + " was passed over");
        }
        boolean suspects = claimable.values().stream().anyMatch(Live::suspectWhenClaimed);
        boolean suspectTaken = taken.stream().anyMatch(id -> claimable.get(id).suspectWhenClaimed());
        check(!suspectTaken || taken.size() == 1, "A suspect was claimed with others");
        int most = Math.min(limit, claimable.size());
        check(
                suspects ? taken.size() >= Math.min(1, most) && taken.size() <= most : taken.size() == most,
                taken.size() + " were claimed of " + most);
    }

    void claimed(Batch batch) {
        for (String id : batch.ids()) {
            Live message = live.get(new Name(batch.topic(), id));
            if (message.leased()) {
                message.expiries++;
                message.uncertain = true;
            }
            message.holder = batch;
            message.renewed = false;
            message.when = batch.leaseEnds();
        }
    }

    /** What the same claim answers again. */
    Set<String> standing(Batch batch) {
        Set<String> standing = new HashSet<>();
        if (batch.leaseEnds() == When.LATER) {
            for (String id : batch.ids()) {
                Live message = live.get(new Name(batch.topic(), id));
                if (message != null && batch.equals(message.holder) && !message.renewed) {
                    standing.add(id);
                }
            }
        }
        return standing;
    }

    /** Answers the ids that the claim does not hold, for which nothing is done. */
    Set<String> settle(Batch batch, Set<String> ids, How how, When when, boolean mayStillArrive) {
        Set<String> lost = new LinkedHashSet<>();
        for (String id : ids) {
            Name name = new Name(batch.topic(), id);
            Live message = live.get(name);
            if (message == null || !batch.equals(message.holder)) {
                lost.add(id);
                continue;
            }
            switch (how) {
                case ACK -> live.remove(name);
                case BURY -> {
                    live.remove(name);
                    grave(message.shard)
                            .put(
                                    name,
                                    new Dead(
                                            message.body,
                                            message.priority,
                                            message.failures,
                                            message.expiries,
                                            message.uncertain));
                }
                case RENEW -> {
                    message.when = when;
                    message.renewed = true;
                }
                case RETRY -> {
                    message.failures++;
                    release(message, when, mayStillArrive);
                }
                case HAND_BACK -> release(message, when, mayStillArrive);
            }
        }
        return lost;
    }

    private static void release(Live message, When when, boolean mayStillArrive) {
        message.holder = null;
        message.when = when;
        message.uncertain |= mayStillArrive;
    }

    /** The dead letter that calls find first. */
    Optional<Dead> dead(Name name) {
        return homes(name.id()).stream()
                .map(home -> grave(home).get(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    Map<Name, Dead> grave(int shard) {
        return graves.computeIfAbsent(shard, unused -> new HashMap<>());
    }

    /** Every shard in which an id may be: old homes first. */
    private List<Integer> homes(String id) {
        LinkedHashSet<Integer> homes = new LinkedHashSet<>();
        int current = home(id, layout.get(layout.size() - 1));
        layout.forEach(shards -> homes.add(home(id, shards)));
        homes.remove(current);
        homes.add(current);
        return List.copyOf(homes);
    }

    private static int home(String id, int shards) {
        CRC32 crc = new CRC32();
        crc.update(id.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shards);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
