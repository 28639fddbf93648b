package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.Bound;
import org.delay.redisson.engine.report.DispatchListener;
import org.junit.jupiter.api.Test;

/** Topics whose handlers do not come back. */
class StuckThreadsTest {

    /** A bound below the cap would be used up by threads that hang, and nobody would be told. */
    @Test
    void aTopicWhoseBoundIsUsedUpByStuckThreadsIsPausedAloud() {
        List<String> heard = new ArrayList<>();
        StuckThreads stuck =
                new StuckThreads(5, topic -> new TopicRule(null, new Bound("single", 1)), new DispatchListener() {
                    @Override
                    public void topicPaused(String topic) {
                        heard.add("paused " + topic);
                    }

                    @Override
                    public void topicResumed(String topic) {
                        heard.add("resumed " + topic);
                    }
                });

        stuck.interrupting("one");
        stuck.replaced("one");
        assertThat(stuck.admit(this, 0, "same")).as("of the same bound").isInstanceOf(Admission.Deferred.class);
        stuck.cameBack("one");

        assertThat(heard).containsExactly("paused one", "resumed one");
        assertThat(stuck.admit(this, 0, "same")).isInstanceOf(Admission.Granted.class);
    }
}
