package org.delay.redisson.engine.admission;

import java.util.LinkedHashMap;
import java.util.Map;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admission.Offered;
import org.delay.redisson.engine.schedule.Shard;
import org.jspecify.annotations.Nullable;

/**
 * Decides which topics messages are claimed from. A topic that must wait is offered to other instances first, and then
 * deferred. Used by many threads.
 */
@Slf4j
@RequiredArgsConstructor(access = AccessLevel.PACKAGE)
public final class Admissions {

    /** Fewer than a poll names, so that topics that need no probe are seen behind them. */
    static final int LEFT = ShardState.MAX_DUE / 5;

    private final Gates gates;
    private final DeliveryFeedback feedback;
    private final Deferrals deferrals;
    private final HandoffOffers offers;
    private final ClaimSize sizes;

    /** Through this the engine tells what became of deliveries. */
    public DeliveryFeedback feedback() {
        return feedback;
    }

    /**
     * Whether a worker may claim messages of a topic, in the shard's own turn. A topic that may not be claimed is offered to
     * other instances from now on, if there are any.
     *
     * @param worker the worker that asks; what is granted is its own
     */
    public Admission admit(Object worker, int shard, String topic) {
        Admission answer = offered(shard, topic, gates.admit(worker, shard, topic));
        logIfStopped(shard, topic, answer);
        return answer;
    }

    private Admission offered(int shard, String topic, Admission answer) {
        return answer instanceof Deferred deferred && deferred.stop() instanceof Gate gate
                ? offers.offer(shard, topic, deferred, gate.offer())
                : answer;
    }

    /** As {@link #admit}, for a claim beside the shard's own turn: null leaves the topic to that turn. */
    public @Nullable Granted admitSecondClaim(Object worker, int shard, String topic) {
        return gates.admit(worker, shard, topic) instanceof Granted granted ? granted : null;
    }

    private static void logIfStopped(int shard, String topic, Admission answer) {
        if (answer instanceof Deferred deferred) {
            String why = deferred.stop().reason().text();
            log.debug("Topic {} of shard {} is deferred for {}, because {}", topic, shard, deferred.time(), why);
        } else if (answer instanceof Offered offered) {
            String why = offered.stop().reason().text();
            log.debug("Topic {} of shard {} is left to others for {}, because {}", topic, shard, offered.time(), why);
        }
    }

    /**
     * Takes topics of a shard that are due until messages may be claimed from one, and defers those that must wait. A probe
     * is the last choice: it may only find that its destination is still unavailable, while other topics would wait for it.
     * Beside it, {@value #LEFT} further topics that need a probe stay due and have their turn at the next poll.
     *
     * @throws RuntimeException if Redis does not answer; then nothing is granted
     */
    public TopicChoice choose(Object worker, Shard shard) {
        offers.forgetOld(shard.number());
        Map<String, Deferred> deferred = new LinkedHashMap<>();
        boolean offered = false;
        int left = 0;
        TopicChoice.Chosen choice = null;
        try {
            for (String topic = next(shard, choice); topic != null; topic = next(shard, choice)) {
                topic = choice == null ? turnFirst(worker, shard, topic) : topic;
                boolean second = choice != null && feedback.needsProbe(topic);
                if (second && ++left <= LEFT) {
                    continue;
                }
                Admission answer = second
                        ? offered(shard.number(), topic, feedback.defer(topic))
                        : admit(worker, shard.number(), topic);
                if (answer instanceof Granted granted) {
                    choice = better(choice, new TopicChoice.Chosen(topic, granted));
                } else if (answer instanceof Deferred one) {
                    deferred.put(topic, one);
                } else {
                    offered = true;
                }
            }
            boolean isAnyOff = deferrals.defer(shard.number(), deferred);
            return choice != null ? choice : new TopicChoice.None((offered || !deferred.isEmpty()) && !isAnyOff);
        } catch (RuntimeException | Error e) {
            if (choice != null) {
                choice.granted().permit().close();
            }
            throw e;
        }
    }

    /** The topic whose turn it is; then the other one is still due. */
    private String turnFirst(Object worker, Shard shard, String topic) {
        String first = gates.turnBefore(worker, shard.number(), topic);
        if (first == null) {
            return topic;
        }
        shard.due().remove(first);
        shard.due().addFirst(topic);
        return first;
    }

    private static @Nullable String next(Shard shard, TopicChoice.@Nullable Chosen choice) {
        return choice == null || choice.granted().probe() ? shard.due().poll() : null;
    }

    /** The first probe, or what is no probe; the permit of the other one is given back. */
    private static TopicChoice.Chosen better(TopicChoice.@Nullable Chosen known, TopicChoice.Chosen fresh) {
        if (known == null) {
            return fresh;
        }
        if (fresh.granted().probe()) {
            fresh.granted().permit().close();
            return known;
        }
        known.granted().permit().close();
        return fresh;
    }

    /** Recalls topics that may come because time has passed; to be called before each look at a shard. */
    public void recallNext() {
        gates.recallNext();
    }

    /** How many messages to claim from a topic at once: at least what the consumer takes in one call, except for a probe. */
    public int claimSize(Granted granted, String topic, int consumerBatch) {
        int size = granted.probe() ? sizes.ofProbe(consumerBatch) : sizes.of(topic, consumerBatch);
        return Math.min(granted.most(), size);
    }

    /**
     * Defers a topic whose claim Redis refused: if something is wrong with its keys, the shard's other topics must not wait.
     *
     * @throws RuntimeException if Redis refuses everything
     */
    public void claimRefused(int shard, String topic, RuntimeException refusal) {
        deferrals.deferRefused(shard, topic, refusal);
    }

    /** Gives back what a worker was granted, and recalls topics that waited for it. */
    public void release(Granted granted) {
        granted.permit().close();
        deferrals.recall();
    }
}
