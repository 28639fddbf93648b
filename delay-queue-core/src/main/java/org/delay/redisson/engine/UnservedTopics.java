package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.TopicNotice;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.Ticker;

/** Topics that this engine does not serve. Another instance may: one of the next version while it is rolled out, for example. */
@RequiredArgsConstructor
final class UnservedTopics implements Gate {

    /** How long a topic is left alone that no instance serves. One that comes and serves it may be late by that much. */
    private static final Duration UNSERVED = Duration.ofSeconds(5);

    private final TopicRules rules;
    private final ShardOwnership owners;
    private final TopicNotice notice;

    UnservedTopics(TopicRules rules, ShardOwnership owners, Ticker ticker) {
        this(
                rules,
                owners,
                new TopicNotice(
                        ticker,
                        "Messages of topic {} are due, and nobody in this application receives that topic. They wait for an "
                                + "instance that does, with nothing counted",
                        "Messages of {} more topics are due that nobody in this application receives, {} for example"));
    }

    @Override
    public Admission admit(Object worker, String topic) {
        return rules.of(topic) == null ? new Admission.Deferred(this, UNSERVED, owners.untilAllLook()) : OPEN;
    }

    /** No instance took its messages. */
    @Override
    public void putOff(int shard, String topic) {
        notice.tell(topic, "");
    }
}
