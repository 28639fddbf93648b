package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;

/** Stops topics whose rules threw an exception. Their messages wait, and nothing is counted. */
final class UnreadableRules implements Gate {

    private static final Duration DEFERRAL = Duration.ofSeconds(5);

    private final GuardedTopicRules rules;
    private final TopicWarning warning;

    UnreadableRules(GuardedTopicRules rules, Ticker ticker) {
        this.rules = rules;
        this.warning = new TopicWarning(
                ticker,
                "TopicRules threw an exception for topic {}. Its messages wait without using up"
                        + " attempts. Retrying: {}",
                "TopicRules threw an exception for {}, for example {}. Their messages wait");
    }

    @Override
    public DeferralReason reason() {
        return DeferralReason.RULES_FAILED;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        Throwable failure = rules.failure(topic);
        if (failure == null) {
            return Admission.Granted.FREELY;
        }
        warning.tell(topic, ErrorText.line(failure, ""));
        return defer(DEFERRAL);
    }
}
