package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admission.Permit;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** All gates as one: a topic may be claimed if each of them is open. A gate that throws an exception stops the topic. */
@Slf4j
final class Gates {

    /** How long a topic is deferred after a gate threw an exception. */
    private static final Duration DEFERRAL = Duration.ofSeconds(5);

    private static final Deferred FAILED = new Deferred(() -> DeferralReason.CHECK_FAILED, DEFERRAL, Duration.ZERO);

    private final List<Gate> all;
    private final TopicWarning failed;

    /** Asks gates in the given order. */
    Gates(List<Gate> all, Ticker ticker) {
        this.all = all;
        this.failed = new TopicWarning(
                ticker,
                "Checking whether topic {} may be claimed threw an exception. Its messages wait without using up attempts."
                        + " Retrying: {}",
                "Checking whether {} may be claimed threw an exception, for example {}. Their messages wait");
    }

    /** Asks each gate. The first one that is closed answers, and those before it get their permits back. */
    Admission admit(Object worker, int shard, String topic) {
        List<Permit> permits = new ArrayList<>(all.size());
        @Nullable Admission answer = null;
        try {
            answer = ask(permits, worker, shard, topic);
            return answer;
        } catch (RuntimeException | LinkageError e) {
            failed.tell(topic, ErrorText.line(e, ""));
            return FAILED;
        } finally {
            if (!(answer instanceof Granted)) {
                permits.forEach(Permit::close);
            }
        }
    }

    private Admission ask(List<Permit> permits, Object worker, int shard, String topic) {
        boolean probe = false;
        int most = Integer.MAX_VALUE;
        for (Gate gate : all) {
            Admission answer = gate.admit(worker, shard, topic);
            if (!(answer instanceof Granted granted)) {
                return answer;
            }
            probe |= granted.probe();
            most = Math.min(most, granted.most());
            permits.add(granted.permit());
        }
        return new Granted(probe, most, () -> permits.forEach(Permit::close));
    }

    /** The topic that is to be asked before this one, null if there is none. */
    @Nullable
    String turnBefore(Object worker, int shard, String topic) {
        try {
            for (Gate gate : all) {
                @Nullable String first = gate.turnBefore(worker, shard, topic);
                if (first != null) {
                    return first;
                }
            }
            return null;
        } catch (RuntimeException | LinkageError e) {
            log.debug("Whose turn it is before topic {} is not known", topic, e);
            return null;
        }
    }

    /** Has each gate recall topics that may come because time has passed. */
    void recallNext() {
        all.forEach(Gate::recallNext);
    }
}
