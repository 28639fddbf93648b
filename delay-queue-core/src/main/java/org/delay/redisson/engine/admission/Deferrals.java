package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;

/** Defers topics in Redis, in as few calls as possible, tells the gates that stopped them and a listener, and recalls topics. */
final class Deferrals {

    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(1);

    private final DispatchOperations queue;
    private final HandoffOffers offers;
    private final RecallQueue recalls;
    private final DispatchListener listener;
    private final TopicWarning refused;

    Deferrals(
            DispatchOperations queue,
            HandoffOffers offers,
            RecallQueue recalls,
            DispatchListener listener,
            Ticker ticker) {
        this.queue = queue;
        this.offers = offers;
        this.recalls = recalls;
        this.listener = listener;
        this.refused = new TopicWarning(
                ticker,
                "Redis refuses claims of topic {}. Its messages wait, and other topics continue." + " Retrying: {}",
                "Redis refuses claims of {}, for example {}. Their messages wait. Retrying");
    }

    /** Defers topics of a shard, and says whether any was: those that others claimed from are offered again instead. */
    boolean defer(int shard, Map<String, Deferred> topics) {
        Map<Duration, Map<String, Deferred>> byOffer = new LinkedHashMap<>();
        topics.forEach((topic, deferred) -> byOffer.computeIfAbsent(deferred.offered(), time -> new LinkedHashMap<>())
                .put(topic, deferred));
        boolean any = false;
        for (Map.Entry<Duration, Map<String, Deferred>> some : byOffer.entrySet()) {
            any |= some.getKey().isZero()
                    ? deferAll(shard, some.getValue())
                    : deferIfUnclaimed(shard, some.getKey(), some.getValue());
        }
        return any;
    }

    private boolean deferAll(int shard, Map<String, Deferred> topics) {
        queue.defer(shard, delays(topics));
        topics.forEach((topic, deferred) -> tell(shard, topic, deferred));
        return true;
    }

    private boolean deferIfUnclaimed(int shard, Duration offered, Map<String, Deferred> topics) {
        Set<String> left = queue.deferIfUnclaimed(shard, offered, delays(topics));
        topics.forEach((topic, deferred) -> {
            if (left.contains(topic)) {
                offers.ended(shard, topic);
                tell(shard, topic, deferred);
            } else {
                offers.taken(shard, topic, offered);
                // Others claimed from it, but it is still due.
                listener.deferred(topic, deferred.stop().reason());
            }
        });
        return !left.isEmpty();
    }

    private void tell(int shard, String topic, Deferred deferred) {
        if (deferred.stop() instanceof Gate gate) {
            gate.deferred(shard, topic);
        }
        listener.deferred(topic, deferred.stop().reason());
    }

    private static Map<String, Duration> delays(Map<String, Deferred> topics) {
        Map<String, Duration> delays = new HashMap<>();
        topics.forEach((topic, deferred) -> delays.put(topic, deferred.time()));
        return delays;
    }

    /** Makes topics due again that gates recalled. */
    void recall() {
        recalls.run();
    }

    /** Defers a topic whose claim Redis refused. */
    void deferRefused(int shard, String topic, RuntimeException refusal) {
        queue.defer(shard, topic, AFTER_REFUSAL);
        listener.deferred(topic, DeferralReason.CLAIM_REFUSED);
        refused.tell(topic, ErrorText.line(refusal, ""));
    }
}
