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
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.redis.Operation.How;
import org.delay.redisson.redis.Operation.When;
import org.jspecify.annotations.Nullable;

/**
 * What a queue must do, in as few words as can be: maps, and no time but now and later. It follows the table of states,
 * not the scripts.
 */
final class QueueModel {

    /** From this many lease expirations on, a message is claimed alone. */
    private static final int POISON_EXPIRATIONS = 2;

    record Name(String topic, String id) {}

    /** A message that is due or leased. */
    static final class Live {
        String body = "";
        int priority;
        When when = When.NOW;
        int failures;
        int leaseExpirations;
        boolean uncertain;
        /** The claim that holds it, or null. */
        @Nullable
        Batch holder;
        /** Renewed, so that the claim made again does not answer it. */
        boolean renewed;

        boolean leased() {
            return holder != null;
        }

        /** A delivery is under way, or one that was begun before may still arrive. */
        boolean inFlight() {
            return leased() || uncertain;
        }

        boolean claimable() {
            return when == When.NOW;
        }

        /** Its place among those that can be claimed: the lower, the earlier. */
        int turn() {
            return leased() ? -1 : 9 - priority;
        }

        boolean poisonWhenClaimed() {
            return leaseExpirations + (leased() ? 1 : 0) >= POISON_EXPIRATIONS;
        }
    }

    /** A topic in a shard. */
    private record Place(int shard, String topic) {}

    record Dead(String body, int priority, int failures, int leaseExpirations, boolean uncertain) {}

    /** One claim that was answered. */
    record Batch(String claimer, int shard, String topic, long number, When leaseEnds, Set<String> ids) {}

    /** What to do if the message is there: what the sender wants, or a first and a later try with a generated id. */
    enum Policy {
        REPLACE,
        KEEP,
        REJECT,
        NEW,
        REPEAT
    }

    private final Map<Integer, Map<Name, Live>> live = new HashMap<>();
    private final Map<Integer, Map<Name, Dead>> deadLetters = new HashMap<>();

    /** What nobody looks at though something may be due, until something else is due there or somebody claims. */
    private final Set<Place> putOff = new HashSet<>();

    final Set<String> paused = new HashSet<>();

    /** For each shard the last claim of each claimer that has reached it. */
    private final Map<Integer, Map<String, Batch>> claims = new HashMap<>();

    /** Every number of shards as it is written, and as far as the shards have been told. */
    private final List<Integer> written = new ArrayList<>();

    private List<Integer> counts;

    QueueModel(int shards) {
        written.add(shards);
        counts = List.copyOf(written);
    }

    int epoch() {
        return counts.size();
    }

    int shards() {
        return counts.stream().max(Comparator.naturalOrder()).orElseThrow();
    }

    void changeShards(int shards) {
        writeShards(shards);
        reload();
    }

    /** Whoever wanted it is gone, so that nobody tells the shards. */
    void writeShards(int shards) {
        if (written.get(written.size() - 1) != shards) {
            written.add(shards);
        }
    }

    /** Somebody reads the counts, and tells the shards. */
    void reload() {
        counts = List.copyOf(written);
    }

    /** In the first home that knows it, else in that for new messages. */
    Outcome send(Name name, Policy policy, When when, int priority, String body) {
        return Outcome.valueOf(sendTo(last(homesUntilLive(name)), false, name, policy, when, priority, body));
    }

    /** What one shard answers. */
    String sendTo(int shard, boolean onlyIfPresent, Name name, Policy policy, When when, int priority, String body) {
        Live present = live(shard).get(name);
        if (present == null && onlyIfPresent) {
            return "ABSENT";
        }
        if (present != null && (policy == Policy.REJECT || policy == Policy.NEW)) {
            return "DUPLICATE";
        }
        if (present != null && policy != Policy.REPLACE) {
            Outcome kept = present.inFlight() ? Outcome.KEPT_IN_FLIGHT : Outcome.KEPT;
            present.uncertain |= policy == Policy.REPEAT;
            return kept.name();
        }
        Live sent = new Live();
        sent.body = body;
        sent.priority = priority;
        sent.when = when;
        sent.uncertain = policy == Policy.REPEAT || (present != null && present.inFlight());
        live(shard).put(name, sent);
        isDue(shard, name.topic(), when);
        return (present == null
                        ? Outcome.SCHEDULED
                        : present.inFlight() ? Outcome.REPLACED_IN_FLIGHT : Outcome.REPLACED)
                .name();
    }

    CancelResult cancel(Name name) {
        return cancelIn(last(homesUntilLive(name)), name);
    }

    CancelResult cancelIn(int shard, Name name) {
        Live cancelled = live(shard).remove(name);
        if (cancelled == null) {
            return CancelResult.NOT_FOUND;
        }
        isGone(shard, name.topic());
        return cancelled.inFlight() ? CancelResult.IN_FLIGHT : CancelResult.CANCELLED;
    }

    RescheduleResult reschedule(Name name, When when) {
        return rescheduleIn(last(homesUntilLive(name)), name, when);
    }

    RescheduleResult rescheduleIn(int shard, Name name, When when) {
        Live present = live(shard).get(name);
        if (present == null) {
            return RescheduleResult.NOT_FOUND;
        }
        if (present.leased()) {
            return RescheduleResult.IN_FLIGHT;
        }
        present.when = when;
        isDue(shard, name.topic(), when);
        return present.uncertain ? RescheduleResult.RESCHEDULED_IN_FLIGHT : RescheduleResult.RESCHEDULED;
    }

    RedriveResult redrive(Name name) {
        return live(name).isPresent() ? RedriveResult.EXISTS : redriveIn(last(homesUntilDead(name)), name);
    }

    RedriveResult redriveIn(int shard, Name name) {
        if (live(shard).containsKey(name)) {
            return RedriveResult.EXISTS;
        }
        Dead dead = grave(shard).remove(name);
        if (dead == null) {
            return RedriveResult.NOT_FOUND;
        }
        Live redriven = new Live();
        redriven.body = dead.body();
        redriven.priority = dead.priority();
        redriven.uncertain = dead.uncertain();
        live(shard).put(name, redriven);
        isDue(shard, name.topic(), When.NOW);
        return RedriveResult.SCHEDULED;
    }

    DeleteResult delete(Name name) {
        return deleteIn(last(homesUntilDead(name)), name);
    }

    DeleteResult deleteIn(int shard, Name name) {
        return grave(shard).remove(name) == null ? DeleteResult.NOT_FOUND : DeleteResult.DELETED;
    }

    int deleteDead(String topic, When age) {
        return deadLetters.keySet().stream()
                .mapToInt(shard -> deleteDeadIn(shard, topic, age))
                .sum();
    }

    int deleteDeadIn(int shard, String topic, When age) {
        Map<Name, Dead> dead = grave(shard);
        int before = dead.size();
        dead.keySet().removeIf(name -> age == When.NOW && name.topic().equals(topic));
        return before - dead.size();
    }

    void defer(int shard, String topic, When until) {
        if (until == When.LATER && has(shard, topic)) {
            putOff.add(new Place(shard, topic));
        } else {
            putOff.remove(new Place(shard, topic));
        }
    }

    boolean isPutOff(int shard, String topic) {
        return putOff.contains(new Place(shard, topic));
    }

    /** Whether a topic is to be looked at; nothing where either is right, since a look that finds nothing does no harm. */
    Optional<Boolean> isLookedAt(int shard, String topic) {
        if (paused.contains(topic)) {
            return Optional.empty();
        }
        if (!has(shard, topic) || isPutOff(shard, topic)) {
            return Optional.of(false);
        }
        return claimable(shard, topic).isEmpty() ? Optional.empty() : Optional.of(true);
    }

    void pause(String topic) {
        paused.add(topic);
    }

    void resume(String topic) {
        paused.remove(topic);
        repair(topic);
    }

    void repair(String topic) {
        putOff.removeIf(place -> place.topic().equals(topic));
    }

    void repairIn(int shard, String topic) {
        putOff.remove(new Place(shard, topic));
    }

    private void isDue(int shard, String topic, When when) {
        if (when == When.NOW) {
            putOff.remove(new Place(shard, topic));
        }
    }

    private void isGone(int shard, String topic) {
        if (!has(shard, topic)) {
            putOff.remove(new Place(shard, topic));
        }
    }

    private boolean has(int shard, String topic) {
        return live(shard).keySet().stream().anyMatch(name -> name.topic().equals(topic));
    }

    /** The messages that a claim may take. */
    Map<String, Live> claimable(int shard, String topic) {
        Map<String, Live> claimable = new LinkedHashMap<>();
        live(shard).forEach((name, message) -> {
            if (name.topic().equals(topic) && message.claimable() && !paused.contains(topic)) {
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
        boolean anyPoison = claimable.values().stream().anyMatch(Live::poisonWhenClaimed);
        boolean poisonTaken = taken.stream().anyMatch(id -> claimable.get(id).poisonWhenClaimed());
        check(!poisonTaken || taken.size() == 1, "A poison message was claimed with others");
        int most = Math.min(limit, claimable.size());
        check(
                anyPoison ? taken.size() >= Math.min(1, most) && taken.size() <= most : taken.size() == most,
                taken.size() + " were claimed of " + most);
    }

    /** The last claim of the claimer that has reached the shard. */
    Optional<Batch> lastClaim(int shard, String claimer) {
        return Optional.ofNullable(claims(shard).get(claimer));
    }

    private Map<String, Batch> claims(int shard) {
        return claims.computeIfAbsent(shard, unused -> new HashMap<>());
    }

    void claimed(Batch batch) {
        claims(batch.shard()).put(batch.claimer(), batch);
        putOff.remove(new Place(batch.shard(), batch.topic()));
        for (String id : batch.ids()) {
            Live message = live(batch.shard()).get(new Name(batch.topic(), id));
            if (message.leased()) {
                message.leaseExpirations++;
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
                Live message = live(batch.shard()).get(new Name(batch.topic(), id));
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
            Live message = live(batch.shard()).get(name);
            if (message == null || !batch.equals(message.holder)) {
                lost.add(id);
                continue;
            }
            switch (how) {
                case ACK -> {
                    live(batch.shard()).remove(name);
                    isGone(batch.shard(), batch.topic());
                }
                case BURY -> {
                    live(batch.shard()).remove(name);
                    isGone(batch.shard(), batch.topic());
                    grave(batch.shard())
                            .put(
                                    name,
                                    new Dead(
                                            message.body,
                                            message.priority,
                                            message.failures,
                                            message.leaseExpirations,
                                            message.uncertain || mayStillArrive));
                }
                case RENEW -> {
                    message.when = when;
                    message.renewed = true;
                    isDue(batch.shard(), batch.topic(), when);
                }
                case RETRY -> {
                    message.failures++;
                    release(batch, message, when, mayStillArrive);
                }
                case RELEASE -> release(batch, message, when, mayStillArrive);
            }
        }
        return lost;
    }

    private void release(Batch batch, Live message, When when, boolean mayStillArrive) {
        isDue(batch.shard(), batch.topic(), when);
        message.holder = null;
        message.when = when;
        message.uncertain |= mayStillArrive;
    }

    /** The message that calls find first. */
    Optional<Live> live(Name name) {
        return homes(name.id()).stream()
                .map(home -> live(home).get(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** The dead letter that calls find first. */
    Optional<Dead> dead(Name name) {
        return homes(name.id()).stream()
                .map(home -> grave(home).get(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    Map<Name, Live> live(int shard) {
        return live.computeIfAbsent(shard, unused -> new LinkedHashMap<>());
    }

    Map<Name, Dead> grave(int shard) {
        return deadLetters.computeIfAbsent(shard, unused -> new HashMap<>());
    }

    List<Integer> all() {
        return IntStream.range(0, shards()).boxed().toList();
    }

    /** Every shard in which an id may be: old homes first. */
    List<Integer> homes(String id) {
        LinkedHashSet<Integer> homes = new LinkedHashSet<>();
        int current = home(id, last(counts));
        counts.forEach(shards -> homes.add(home(id, shards)));
        homes.remove(current);
        homes.add(current);
        return List.copyOf(homes);
    }

    /** The shards that are asked for a message, one after the other. */
    List<Integer> homesUntilLive(Name name) {
        return homesUntil(name, home -> live(home).containsKey(name));
    }

    /** The shards that are asked for a dead letter. */
    List<Integer> homesUntilDead(Name name) {
        return homesUntil(name, home -> grave(home).containsKey(name));
    }

    private List<Integer> homesUntil(Name name, IntPredicate found) {
        List<Integer> asked = new ArrayList<>();
        for (int home : homes(name.id())) {
            asked.add(home);
            if (found.test(home)) {
                break;
            }
        }
        return asked;
    }

    static int last(List<Integer> numbers) {
        return numbers.get(numbers.size() - 1);
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
