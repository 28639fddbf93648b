package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.report.DispatchListener;
import org.junit.jupiter.api.Test;

/** Topics whose handlers do not come back. */
class StuckThreadsTest {

    /** A limit below the cap would be used up by threads that hang, and nobody would be told. */
    @Test
    void aTopicWhoseLimitIsUsedUpByStuckThreadsIsReported() {
        List<String> heard = new ArrayList<>();
        StuckThreads stuck = new StuckThreads(
                5, topic -> new TopicRule(null, new ConcurrencyLimit("single", 1)), new DispatchListener() {
                    @Override
                    public void handlerStuck(String topic) {
                        heard.add("stuck " + topic);
                    }

                    @Override
                    public void handlerRecovered(String topic) {
                        heard.add("recovered " + topic);
                    }
                });

        stuck.interrupting("one");
        stuck.replaced("one");
        assertThat(stuck.admit(this, 0, "same")).as("of the same limit").isInstanceOf(Admission.Deferred.class);
        stuck.cameBack("one");

        assertThat(heard).containsExactly("stuck one", "recovered one");
        assertThat(stuck.admit(this, 0, "same")).isInstanceOf(Admission.Granted.class);
    }
}
