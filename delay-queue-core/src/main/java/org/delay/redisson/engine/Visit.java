package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.Look;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does with a shard that is due: looks at it where it is not known which topics are due, and claims
 * messages of one of them. Whatever happens, the shard goes back to the schedule, as the last thing done with it.
 */
@Slf4j
final class Visit {

    /** How long a topic that can't be served is left alone, by every instance. */
    private static final Duration DEFERRAL = Duration.ofSeconds(1);

    /** How long a topic whose bound is reached is left alone, unless a worker comes free here before. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** How long a topic is left alone that no instance serves. One that comes and serves it may be late by that much. */
    private static final Duration UNSERVED = Duration.ofSeconds(5);

    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    /** The most messages that are risked to find out whether a destination answers again. */
    private static final int PROBE = 10;

    /** Shards are stored by themselves, so a topic may be well in one of them and not in another. */
    private record TopicOfShard(int shard, String topic) {}

    private final Workplace place;
    private final Worker worker;
    private final Claimer claimer;

    /** What the search for a topic left behind. */
    private boolean offered;

    private boolean putOff;

    Visit(Workplace place, Worker worker, Supplier<String> claimers) {
        this.place = place;
        this.worker = worker;
        this.claimer = new Claimer(place, claimers);
    }

    /** Visits a shard, and answers what was claimed, or null if that is nothing. */
    Claimer.@Nullable Answer to(Shard shard) {
        try {
            return tried(shard);
        } catch (Error e) {
            // Most likely memory is exhausted: this needs none.
            place.schedule().putBack(shard, AFTER_ERROR);
            throw e;
        }
    }

    private Claimer.@Nullable Answer tried(Shard shard) {
        try {
            return place.isToPause(worker) ? untouched(shard) : claim(shard);
        } catch (RuntimeException e) {
            place.schedule().putBack(shard, shard.troubled());
            place.redisOutage().failed(shard.number(), e);
            return null;
        }
    }

    private Claimer.@Nullable Answer watching(Shard shard) {
        place.schedule().putBackWatched(shard, Offers.PAUSE);
        return null;
    }

    private Claimer.@Nullable Answer untouched(Shard shard) {
        place.schedule().putBack(shard, Duration.ZERO);
        return null;
    }

    private Claimer.@Nullable Answer claim(Shard shard) {
        if (shard.due().isEmpty() && !look(shard)) {
            return null;
        }
        place.quarantine().claiming(worker);
        if (place.isToPause(worker)) {
            return untouched(shard);
        }
        String topic = servable(shard);
        if (topic == null) {
            // There may be others: an answer names some of those that are due.
            return offered && !putOff ? watching(shard) : untouched(shard);
        }
        Claimer.Answer answer;
        place.schedule().sent(shard);
        try {
            answer = claimer.claim(shard, topic, limit(topic));
        } catch (RuntimeException e) {
            return leftAside(shard, topic, e);
        }
        if (answer == null) {
            return untouched(shard);
        }
        place.redisOutage().worked(shard.number());
        place.topicOutage().worked(new TopicOfShard(shard.number(), topic));
        boolean empty = answer.claim().messages().isEmpty();
        rushAfter(shard, answer);
        place.schedule().putBack(shard, answer.claim().look(), answer.answered(), shard.respite(empty));
        return empty ? null : answer;
    }

    /** After an answer of as many messages as may be, from a shard that has more: a second claim is worth its call. */
    private void rushAfter(Shard shard, Claimer.Answer answer) {
        List<String> due = answer.claim().look().due();
        if (!due.isEmpty()
                && answer.claim().messages().size() == place.settings().batch()) {
            // The shard's own turn begins with the first.
            place.schedule().rush(shard, due.get(due.size() > 1 ? 1 : 0));
        }
    }

    /** Makes a second claim, and answers what was claimed, or null if that is nothing. */
    Claimer.@Nullable Answer beside(Rush rush) {
        Claimer.Answer answer = claimed(rush);
        if (answer == null) {
            return null;
        }
        rushAfter(rush.shard(), answer);
        return answer.claim().messages().isEmpty() ? null : answer;
    }

    private Claimer.@Nullable Answer claimed(Rush rush) {
        String topic = rush.topic;
        try {
            place.quarantine().claiming(worker);
            return topic == null || place.isToPause(worker) || !isServed(topic)
                    ? null
                    : claimer.claim(rush.shard(), topic, limit(topic));
        } catch (RuntimeException e) {
            log.debug("A second claim of topic {} failed; the shard's own calls tell of what is wrong", topic, e);
            return null;
        } finally {
            place.schedule().ended(rush);
        }
    }

    /** Whether the topic is served without more ado; else it is left to the shard's own turn. */
    private boolean isServed(String topic) {
        return !place.foreign().isForeign(topic)
                && !place.unavailable().isAlone(topic)
                && place.stuck().admit(topic)
                && place.bounds().tryEnter(worker, topic);
    }

    /** Looks which topics are due, and says whether there are any; else the shard has gone back. */
    private boolean look(Shard shard) {
        place.schedule().sent(shard);
        Look look = place.queue().look(shard.number());
        long answered = place.ticker().nanos();
        place.redisOutage().worked(shard.number());
        if (look.due().isEmpty()) {
            place.schedule().putBack(shard, look, answered, Duration.ZERO);
            return false;
        }
        shard.answered(look.due());
        return true;
    }

    private @Nullable String servable(Shard shard) {
        offered = false;
        putOff = false;
        while (true) {
            String topic = shard.due().poll();
            if (topic == null) {
                return null;
            }
            if (place.foreign().isForeign(topic)) {
                if (leave(
                        shard,
                        topic,
                        place.owners().untilAllLook(place.settings().sweep()),
                        UNSERVED)) {
                    place.foreign().left(topic);
                }
            } else if (!place.bounds().enter(worker, shard.number(), topic)) {
                leaveBusy(shard, topic);
            } else if (place.stuck().admit(topic) && place.unavailable().admit(topic)) {
                return topic;
            } else {
                done();
                leave(shard, topic, Offers.STANDS, DEFERRAL);
            }
        }
    }

    /** A topic that can't be served here is offered to other instances for a time, then put off; says whether it is. */
    private boolean leave(Shard shard, String topic, Duration time, Duration deferral) {
        boolean off = isPutOff(shard, topic, time, deferral);
        offered |= !off;
        putOff |= off;
        return off;
    }

    private boolean isPutOff(Shard shard, String topic, Duration time, Duration deferral) {
        Offers offers = shard.offers();
        long now = place.ticker().nanos();
        if (!place.owners().alone()) {
            if (offers.stands(topic, now, time)) {
                return false;
            }
            if (offers.knows(topic)) {
                boolean left = place.queue().deferIfLeft(shard.number(), topic, time, deferral);
                if (left) {
                    offers.ended(topic);
                } else {
                    offers.taken(topic, now, time);
                }
                return left;
            }
        }
        place.queue().defer(shard.number(), topic, deferral);
        return true;
    }

    private void leaveBusy(Shard shard, String topic) {
        if (leave(shard, topic, Offers.STANDS, BUSY) && !place.bounds().isReached(topic)) {
            // Who left meanwhile may have brought it forward before it was put off.
            place.queue().defer(shard.number(), topic, Duration.ZERO);
        }
    }

    /** After what was claimed, if anything, has been handled: brings forward what waited longest for this worker. */
    void done() {
        Bounds.PutOff waiting = place.bounds().leave(worker);
        if (waiting == null) {
            return;
        }
        try {
            place.queue().defer(waiting.shard(), waiting.topic(), Duration.ZERO);
            place.schedule().wakeUp(waiting.shard(), Duration.ZERO);
        } catch (RuntimeException e) {
            log.debug("Topic {} could not be brought forward; it is due again soon", waiting.topic(), e);
        }
    }

    /** How many messages to claim: the consumer's number while all is well. */
    private int limit(String topic) {
        int most = place.consumerBatch(topic);
        return place.breaker().isProber(worker) || place.unavailable().isAlone(topic)
                ? Math.min(Math.min(most, PROBE), place.settings().batch())
                : place.claimSize().of(topic, most);
    }

    /**
     * A claim was refused: because Redis refuses everything, then the deferral fails as well, or because something is
     * wrong with this topic's keys, then the shard's other topics must not wait for it.
     */
    private Claimer.@Nullable Answer leftAside(Shard shard, String topic, RuntimeException refusal) {
        place.queue().defer(shard.number(), topic, DEFERRAL);
        untouched(shard);
        place.topicOutage().failed(new TopicOfShard(shard.number(), topic), refusal);
        return null;
    }
}
