package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.Ticker;

/** Stops topics that this engine does not serve. Another instance may, for example one of the next version during a rollout. */
final class UnservedTopics implements Gate {

    /** Bounds how long messages of an unserved topic wait after an instance that serves the topic has started. */
    private static final Duration DEFERRAL = Duration.ofSeconds(5);

    private final TopicRules rules;
    private final ShardOwnership ownership;
    private final TopicWarning warning;

    UnservedTopics(TopicRules rules, ShardOwnership ownership, Ticker ticker) {
        this.rules = rules;
        this.ownership = ownership;
        this.warning = new TopicWarning(
                ticker,
                "Messages of topic {} are due, but this application has no receiver for the topic."
                        + " They wait for an instance that has one, without using up attempts",
                "Messages of {} are due, but this application has no receiver for them," + " for example {}");
    }

    @Override
    public DeferralReason reason() {
        return DeferralReason.NO_RECEIVER;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        return rules.of(topic) == null ? defer(DEFERRAL) : Admission.Granted.FREELY;
    }

    /** Long enough for all instances: even the last one in order may be the only one that serves the topic. */
    @Override
    public Duration offer() {
        return ownership.untilAllLook();
    }

    /** No instance claimed its messages. */
    @Override
    public void deferred(int shard, String topic) {
        warning.tell(topic, "");
    }
}
