package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.ManualTicker;

/** Four workers, and calls that are quick, slow or hang. */
abstract class WorkerSharesFixture {

    static final TopicRules RULES = topic -> switch (topic) {
        case "bounded" -> new TopicRule(null, new ConcurrencyLimit("four", 4));
        case "bounded to one" -> new TopicRule(null, new ConcurrencyLimit("one", 1));
        case "bounded to three" -> new TopicRule(null, new ConcurrencyLimit("three", 3));
        default -> TopicRule.PLAIN.withDestination(topic.startsWith("kafka/") ? "kafka" : "consumer");
    };

    final ManualTicker ticker = new ManualTicker();
    final ScriptedQueue queue = new ScriptedQueue();
    final ShardSchedule schedule = Schedules.alone(ticker);
    final RecallQueue recalls = new RecallQueue(queue, schedule);
    final DestinationBreakers destinations = new DestinationBreakers(RULES, ticker, recalls, DispatchListener.NONE);
    final ConcurrencyLimits limits = new ConcurrencyLimits(RULES, recalls, ticker);
    WorkerShares shares = shares(4);

    WorkerShares shares(int workers) {
        return shares(workers, Duration.ZERO);
    }

    /** @param wait how long a worker waits for a quick call to end */
    WorkerShares shares(int workers, Duration wait) {
        return new WorkerShares(ticker, workers, limits, destinations, new DestinationLines(recalls, ticker), wait);
    }

    /** Whether a worker may claim from a topic, which calls its handler then. */
    boolean enters(Object worker, String topic) {
        boolean granted = shares.admit(worker, 0, topic) instanceof Granted;
        if (granted) {
            shares.handling(worker);
        }
        return granted;
    }

    void hang(String topic, int workers) {
        for (int worker = 0; worker < workers; worker++) {
            assertThat(enters("worker " + worker + " of " + topic, topic)).isTrue();
        }
    }

    void handled(String topic, boolean slowly) {
        Granted granted = enter("once", topic);
        if (slowly) {
            ticker.tick(CallDurations.LONG.plusMillis(1));
        }
        destinations.of(topic).delivered(topic);
        shares.handled("once");
        granted.permit().close();
    }

    Granted enter(Object worker, String topic) {
        Granted granted = (Granted) shares.admit(worker, 0, topic);
        shares.handling(worker);
        return granted;
    }
}
