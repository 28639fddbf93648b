package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.schedule.BacklogClaim;
import org.delay.redisson.engine.schedule.Shard;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does with a shard that is due: looks at it where it is not known which topics are due, and claims
 * messages of one of them. Whatever happens, the shard goes back to the schedule, as the last thing done with it.
 */
@Slf4j
final class ShardPoller {

    /** How long a topic is left alone that can't be claimed. */
    private static final Duration DEFERRAL = Duration.ofSeconds(1);

    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    /** The most messages that are risked to find out whether a destination answers again. */
    private static final int PROBE = 10;

    private final Workplace place;
    private final Worker worker;
    private final Claimer claimer;

    /** What was granted to this worker, until it has {@linkplain #done come back}. */
    private Granted granted = Gate.OPEN;

    ShardPoller(Workplace place, Worker worker, Supplier<String> claimers) {
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
            return place.ending().given() ? untouched(shard) : claim(shard);
        } catch (RuntimeException e) {
            place.schedule().putBack(shard, shard.failed());
            place.redisOutage().failed(e);
            return null;
        }
    }

    private Claimer.@Nullable Answer watching(Shard shard) {
        place.schedule().putBackOffered(shard);
        return null;
    }

    private Claimer.@Nullable Answer untouched(Shard shard) {
        place.schedule().putBack(shard, Duration.ZERO);
        return null;
    }

    private Claimer.@Nullable Answer claim(Shard shard) {
        place.destinations().callNext();
        if (shard.due().isEmpty() && !poll(shard)) {
            return null;
        }
        place.quarantine().claiming(worker);
        if (place.ending().given()) {
            return untouched(shard);
        }
        DeferredTopics closed = new DeferredTopics(
                place.queue(),
                place.owners(),
                shard.number(),
                place.admissions().offers(shard.number()),
                place.ticker().nanos());
        String topic = admitted(shard, closed);
        boolean offered = closed.leave();
        if (topic == null) {
            // There may be others: an answer names some of those that are due.
            shard.worked();
            return offered ? watching(shard) : untouched(shard);
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
        shard.worked();
        place.redisOutage().worked();
        boolean empty = answer.claim().messages().isEmpty();
        rushAfter(shard, answer);
        putBack(shard, answer, shard.claimed(empty));
        return empty ? null : answer;
    }

    /**
     * Takes topics until one may be claimed from, and answers that, or null if there is none. A probe comes last: it may find
     * nothing but that its destination is away still, and others would wait for it.
     */
    private @Nullable String admitted(Shard shard, DeferredTopics closed) {
        Deque<String> due = shard.due();
        String probed = null;
        for (String topic = due.poll(); topic != null; topic = due.poll()) {
            Admission admission = place.admissions().admit(worker, shard.number(), topic);
            if (admission instanceof Admission.Deferred deferred) {
                closed.add(topic, deferred);
                continue;
            }
            Granted grant = (Granted) admission;
            if (grant.probe() && probed != null) {
                grant.permit().close();
                continue;
            }
            granted.permit().close();
            granted = grant;
            if (!grant.probe()) {
                return topic;
            }
            probed = topic;
        }
        return probed;
    }

    /** After a probe it is looked for more topics than the answer to its claim names. */
    private void putBack(Shard shard, Claimer.Answer answer, Duration respite) {
        ShardState state = answer.claim().state();
        if (granted.probe() && !state.due().isEmpty()) {
            shard.answered(List.of());
            place.schedule().putBack(shard, respite);
        } else {
            place.schedule().putBack(shard, state, answer.answered(), respite);
        }
    }

    /** After an answer of as many messages as may be, from a shard that has more: a second claim is worth its call. */
    private void rushAfter(Shard shard, Claimer.Answer answer) {
        List<String> due = answer.claim().state().due();
        if (!due.isEmpty()
                && answer.claim().messages().size() == place.settings().batch()) {
            // The shard's own turn begins with the first.
            place.schedule().claimBacklog(shard, due.get(due.size() > 1 ? 1 : 0));
        }
    }

    /** Makes a second claim, and answers what was claimed, or null if that is nothing. */
    Claimer.@Nullable Answer beside(BacklogClaim rush) {
        Claimer.Answer answer = claimed(rush);
        if (answer == null) {
            return null;
        }
        rushAfter(rush.shard(), answer);
        return answer.claim().messages().isEmpty() ? null : answer;
    }

    private Claimer.@Nullable Answer claimed(BacklogClaim rush) {
        String topic = rush.topic();
        try {
            place.quarantine().claiming(worker);
            if (topic == null
                    || place.ending().given()
                    || !(place.admissions().admit(worker, rush.shard().number(), topic) instanceof Granted grant)) {
                // It is left to the shard's own turn.
                return null;
            }
            granted = grant;
            return claimer.claim(rush.shard(), topic, limit(topic));
        } catch (RuntimeException e) {
            log.debug("A second claim of topic {} failed; the shard's own calls tell of what is wrong", topic, e);
            return null;
        } finally {
            rush.end();
        }
    }

    /** Looks which topics are due, and says whether there are any; else the shard has gone back. */
    private boolean poll(Shard shard) {
        place.schedule().sent(shard);
        ShardState state = place.queue().poll(shard.number());
        long answered = place.ticker().nanos();
        if (state.due().isEmpty()) {
            shard.worked();
            place.redisOutage().worked();
            place.schedule().putBack(shard, state, answered, Duration.ZERO);
            return false;
        }
        shard.answered(state.due());
        return true;
    }

    /** After what was claimed, if anything, has been handled: brings forward what waited for this worker. */
    void done() {
        Granted grant = granted;
        granted = Gate.OPEN;
        grant.permit().close();
        place.recalls().run();
    }

    /** How many messages to claim: the consumer's number while all is well. */
    private int limit(String topic) {
        int most = place.consumerBatch(topic);
        return granted.probe()
                ? Math.min(Math.min(most, PROBE), place.settings().batch())
                : place.claimSize().of(topic, most);
    }

    /**
     * A claim was refused: because Redis refuses everything, then the deferral fails as well, or because something is
     * wrong with this topic's keys, then the shard's other topics must not wait for it.
     */
    private Claimer.@Nullable Answer leftAside(Shard shard, String topic, RuntimeException refusal) {
        place.queue().defer(shard.number(), topic, DEFERRAL);
        shard.worked();
        place.unclaimable().tell(topic, ErrorText.line(refusal, ""));
        return untouched(shard);
    }
}
