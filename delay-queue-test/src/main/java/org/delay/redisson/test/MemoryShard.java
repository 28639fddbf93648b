package org.delay.redisson.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.delay.redisson.DispatchOperations.Burial;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/** The topics of one shard, and who claimed from it last. Guarded by the queue's lock. */
final class MemoryShard {

    private static final int DUE_AFTER_CLAIM = 10;

    /** How long a claimer that got no answer may ask again. */
    private static final Duration CLAIM_REMEMBERED = Duration.ofMinutes(10);

    /** A message whose lease ran out this often is claimed alone, so that it can't take its neighbours along. */
    private static final int ALONE_FROM = 2;

    private record LastClaim(long number, Lease lease, long leaseEnd, List<String> ids, long forgottenAt) {}

    private final int number;
    private final Map<String, MemoryTopic> topics = new HashMap<>();
    private final Map<String, LastClaim> claims = new HashMap<>();
    private final WakeOrder wakes = new WakeOrder();
    private final Set<String> paused;
    private long tokens;

    /** @param paused the topics of which nothing is given */
    MemoryShard(int number, Set<String> paused) {
        this.number = number;
        this.paused = paused;
    }

    int number() {
        return number;
    }

    MemoryTopic topic(String name) {
        return topics.computeIfAbsent(name, unused -> new MemoryTopic());
    }

    void forget(String topic) {
        topics.remove(topic);
        wakes.set(topic, null);
    }

    Stream<String> topics() {
        return topics.keySet().stream();
    }

    /** When each of these topics is to be looked at. */
    Stream<Long> wakes(Predicate<String> some) {
        return wakes.all().filter(wake -> some.test(wake.topic())).map(WakeOrder.Wake::at);
    }

    @Nullable
    MemoryMessage get(String topic, String id) {
        return topic(topic).get(id);
    }

    WakeOrder.@Nullable Wake head() {
        return wakes.head();
    }

    ShardState poll(Moment now) {
        return wakes.poll(now, ShardState.MAX_DUE);
    }

    private ShardState lookAfterClaim(Moment now) {
        return wakes.poll(now, DUE_AFTER_CLAIM);
    }

    void defer(String topic, Duration delay, Moment now) {
        if (next(topic) != null) {
            wakes.set(topic, now.plus(delay));
        }
    }

    boolean deferIfUnclaimed(String topic, Duration left, Duration delay, Moment now) {
        Long at = wakes.at(topic);
        if (at == null || at + left.toMillis() > now.floor()) {
            return false;
        }
        defer(topic, delay, now);
        return true;
    }

    void repair(String topic) {
        wakes.set(topic, next(topic));
    }

    /** When there is something to give of a topic, or null where there is nothing. */
    @Nullable
    Long next(String topic) {
        return paused.contains(topic) ? null : topic(topic).next();
    }

    /** What a claim may take now. */
    List<MemoryMessage> candidates(String topic, Moment now, int limit) {
        return paused.contains(topic) ? List.of() : topic(topic).candidates(now.floor(), limit);
    }

    /** A message that is due, new or changed. */
    void put(MemoryMessage message) {
        String topic = message.content().topic();
        topic(topic).put(message);
        if (!paused.contains(topic)) {
            wakes.lower(topic, message.at());
        }
        wakeLater(topic);
    }

    void remove(String topic, String id) {
        topic(topic).remove(id);
        wakeLater(topic);
    }

    /** After something went or was put off there may be less to wake for; a topic that was deferred stays so. */
    private void wakeLater(String topic) {
        wakes.raise(topic, next(topic));
    }

    ClaimResult claim(ClaimRequest request, Moment now) {
        claims.values().removeIf(claim -> claim.forgottenAt() <= now.floor());
        LastClaim last = claims.get(request.id().claimer());
        if (last != null && request.id().number() < last.number()) {
            return new ClaimResult(true, new Lease(number, request.topic(), ""), List.of(), lookAfterClaim(now));
        }
        if (last != null && request.id().number() == last.number()) {
            return new ClaimResult(false, last.lease(), standing(last, now), lookAfterClaim(now));
        }
        Lease lease = new Lease(number, request.topic(), number + "-" + ++tokens);
        long leaseEnd = now.plus(request.lease());
        List<Claimed> batch = take(request, lease.token(), leaseEnd, now);
        List<String> ids = batch.stream().map(claimed -> claimed.message().id()).toList();
        claims.put(
                request.id().claimer(),
                new LastClaim(request.id().number(), lease, leaseEnd, ids, now.floor() + CLAIM_REMEMBERED.toMillis()));
        Long next = next(request.topic());
        wakes.set(request.topic(), next == null ? null : Long.valueOf(Math.max(next, now.floor())));
        return new ClaimResult(false, lease, batch, lookAfterClaim(now));
    }

    /** A lease that is over is not given out once more, nor one that was renewed by whoever had the answer. */
    private List<Claimed> standing(LastClaim claim, Moment now) {
        if (claim.leaseEnd() <= now.floor()) {
            return List.of();
        }
        return claim.ids().stream()
                .filter(id -> holds(claim.lease(), id))
                .map(id -> Objects.requireNonNull(get(claim.lease().topic(), id)))
                .filter(message -> message.at() == claim.leaseEnd())
                .map(message -> message.asClaimed(now.claimTime()))
                .toList();
    }

    private List<Claimed> take(ClaimRequest request, String token, long leaseEnd, Moment now) {
        MemoryTopic topic = topic(request.topic());
        List<Claimed> batch = new ArrayList<>();
        long bytes = 0;
        for (MemoryMessage candidate :
                candidates(request.topic(), now, request.limit().messages())) {
            bytes += Text.bytes(candidate.content().body());
            boolean alone = candidate.expiriesIfClaimed() >= ALONE_FROM;
            if (!batch.isEmpty() && (alone || bytes > request.limit().bytes())) {
                break;
            }
            MemoryMessage claimed = candidate.claimed(token, leaseEnd);
            topic.put(claimed);
            batch.add(claimed.asClaimed(now.claimTime()));
            if (alone) {
                break;
            }
        }
        return batch;
    }

    private boolean holds(Lease lease, String id) {
        MemoryMessage message = get(lease.topic(), id);
        return message != null && lease.token().equals(message.token());
    }

    /** Of those that are leased under it and have one, by id. */
    Map<String, Long> revisions(Lease lease, Collection<String> ids) {
        Map<String, Long> revisions = new HashMap<>();
        for (String id : ids) {
            MemoryMessage message = get(lease.topic(), id);
            if (message != null
                    && lease.token().equals(message.token())
                    && message.content().revision() > 0) {
                revisions.put(id, message.content().revision());
            }
        }
        return revisions;
    }

    Set<String> ack(Lease lease, Collection<String> ids) {
        return settle(lease, ids, message -> remove(lease.topic(), message.id()));
    }

    Set<String> renew(Lease lease, Collection<String> ids, Duration duration, Moment now) {
        return settle(lease, ids, message -> put(message.renewed(now.plus(duration))));
    }

    Set<String> retry(Lease lease, Collection<Retry> retries, Moment now) {
        Set<String> lost = new LinkedHashSet<>();
        for (Retry retry : retries) {
            lost.addAll(settle(
                    lease,
                    Set.of(retry.id()),
                    message -> put(message.retried(now.plus(retry.delay()), retry.mayStillArrive()))));
        }
        return lost;
    }

    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive, Moment now) {
        return settle(lease, ids, message -> {
            long due = delay.isZero() ? message.firstDue() : Math.max(message.firstDue(), now.plus(delay));
            put(message.handedBack(due, mayStillArrive));
        });
    }

    Burial bury(Lease lease, Collection<GivenUp> messages, Moment now) {
        MemoryTopic topic = topic(lease.topic());
        Set<String> lost = new LinkedHashSet<>();
        for (GivenUp givenUp : messages) {
            lost.addAll(settle(lease, Set.of(givenUp.id()), message -> {
                topic.bury(message.givenUp(givenUp.mayStillArrive(), givenUp.failed()), now.floor(), givenUp.error());
                wakeLater(lease.topic());
            }));
        }
        return new Burial(lost, topic.countDead());
    }

    private Set<String> settle(Lease lease, Collection<String> ids, Consumer<MemoryMessage> settlement) {
        Set<String> lost = new LinkedHashSet<>();
        for (String id : new HashSet<>(ids)) {
            if (holds(lease, id)) {
                settlement.accept(Objects.requireNonNull(get(lease.topic(), id)));
            } else {
                lost.add(id);
            }
        }
        return lost;
    }
}
