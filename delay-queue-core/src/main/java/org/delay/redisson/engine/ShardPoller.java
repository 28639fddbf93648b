package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.TopicChoice;
import org.delay.redisson.engine.schedule.BacklogClaim;
import org.delay.redisson.engine.schedule.Shard;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does with a shard that is due: looks at it where it is not known which topics are due, and claims
 * messages of one of them. Whatever happens, the shard goes back to the schedule, as the last thing done with it.
 */
@Slf4j
final class ShardPoller {

    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    private final Workplace place;
    private final Worker worker;
    private final Claimer claimer;

    /** What was granted to this worker, until it has {@linkplain #done come back}. */
    private Granted granted = Granted.FREELY;

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
        place.admissions().recallNext();
        if (shard.due().isEmpty() && !poll(shard)) {
            return null;
        }
        place.quarantine().claiming(worker);
        if (place.ending().given()) {
            return untouched(shard);
        }
        TopicChoice choice = place.admissions().choose(worker, shard);
        if (choice instanceof TopicChoice.None none) {
            // Other topics may be due: an answer names some of them.
            shard.worked();
            return none.isAllOffered() ? watching(shard) : untouched(shard);
        }
        TopicChoice.Claim chosen = (TopicChoice.Claim) choice;
        String topic = chosen.topic();
        granted = chosen.granted();
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
            if (topic == null || place.ending().given()) {
                return null;
            }
            Granted grant = place.admissions().admitBacklog(worker, rush.shard().number(), topic);
            if (grant == null) {
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
        granted = Granted.FREELY;
        place.admissions().release(grant);
    }

    /** How many messages to claim: the consumer's number while all is well. */
    private int limit(String topic) {
        return place.admissions().claimSize(granted, topic, place.consumerBatch(topic));
    }

    /**
     * A claim was refused: because Redis refuses everything, then the deferral fails as well, or because something is
     * wrong with this topic's keys, then the shard's other topics must not wait for it.
     */
    private Claimer.@Nullable Answer leftAside(Shard shard, String topic, RuntimeException refusal) {
        place.admissions().claimRefused(shard.number(), topic, refusal);
        shard.worked();
        return untouched(shard);
    }
}
