package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.Bound;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Which topics may have the last worker of four. */
class WorkerSharesTest {

    private static final TopicRules RULES = topic -> topic.equals("bounded")
            ? new TopicRule(null, new Bound("four", 4))
            : TopicRule.PLAIN.withDestination(topic.startsWith("kafka/") ? "kafka" : "consumer");

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final RecallQueue recalls = new RecallQueue(queue, Schedules.alone(ticker));
    private final DestinationBreakers destinations =
            new DestinationBreakers(RULES, ticker, recalls, DispatchListener.NONE);
    private final WorkerShares shares =
            new WorkerShares(ticker, 4, RULES, destinations, new DestinationLines(recalls, ticker));

    private Granted hanging = Granted.FREELY;

    private boolean enters(Object worker, String topic) {
        return shares.admit(worker, 0, topic) instanceof Granted;
    }

    private void hang(String topic, int workers) {
        for (int worker = 0; worker < workers; worker++) {
            assertThat(enters("worker " + worker + " of " + topic, topic)).isTrue();
        }
    }

    private void handled(String topic, boolean slowly) {
        Granted granted = (Granted) shares.admit("once", 0, topic);
        if (slowly) {
            ticker.tick(CallDurations.LONG.plusMillis(1));
        }
        destinations.of(topic).delivered(topic);
        shares.handled("once");
        granted.permit().close();
    }

    @Test
    void aTopicThatHangsLeavesOneWorkerToOthers() {
        handled("other", false);
        hang("hanging", 3);

        assertThat(enters("last", "hanging")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    @Test
    void aQuickTopicHasAllWorkersAlsoBesideOthers() {
        handled("other", false);
        handled("quick", false);
        hang("quick", 3);

        assertThat(enters("last", "quick")).isTrue();
    }

    @Test
    void aSlowTopicThatIsAloneHasAllWorkers() {
        hang("slow", 3);

        assertThat(enters("last", "slow")).isTrue();
    }

    @Test
    void aSlowTopicBesideOthersDoesNotHaveTheLastWorker() {
        handled("other", false);
        handled("slow", true);
        hang("slow", 3);

        assertThat(enters("last", "slow")).isFalse();
        assertThat(enters("last", "other")).isTrue();
    }

    @Test
    void severalSlowTopicsTogetherLeaveOneWorkerToo() {
        handled("a", true);
        handled("b", true);
        hang("a", 2);
        hang("b", 1);

        assertThat(enters("last", "a")).isFalse();
        assertThat(enters("last", "b")).isFalse();
        assertThat(enters("last", "new")).isTrue();
    }

    @Test
    void quickTopicsDoNotKeepASlowOneFromItsShare() {
        handled("quick", false);
        handled("slow", true);
        hang("quick", 3);

        assertThat(enters("last", "slow")).isTrue();
    }

    @Test
    void aBoundOfItsOwnCountsInstead() {
        handled("other", false);
        hang("bounded", 3);

        assertThat(enters("last", "bounded")).isTrue();
    }

    @Test
    void whoComesFreeBringsForwardWhatWaited() {
        handled("other", false);
        Granted first = (Granted) shares.admit("first", 0, "hanging");
        hang("hanging", 2);
        assertThat(enters("last", "hanging")).isFalse();
        shares.deferred(0, "hanging");

        first.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [hanging]");
    }

    @Test
    void aWorkerThatWasReplacedDoesNotCount() {
        handled("other", false);
        hang("hanging", 3);
        shares.replaced("worker 0 of hanging");

        assertThat(enters("other's", "other")).isTrue();
        assertThat(enters("other's second", "new")).isTrue();
    }

    @Test
    void aDestinationThatHasNeverAnsweredHasOneWorker() {
        assertThat(enters("first", "kafka/a")).isTrue();

        assertThat(enters("second", "kafka/b")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aDestinationThatHasAnsweredHasAllWorkersForQuickTopics() {
        handled("mine", false);
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            handled(topic, false);
        }

        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            assertThat(enters(topic, topic)).isTrue();
        }
    }

    @Test
    void severalDestinationsThatDoNotAnswerLeaveOneWorkerToThoseThatDo() {
        handled("other", false);
        TopicRules byTopic = topic -> TopicRule.PLAIN.withDestination(topic);
        DestinationBreakers destinations = new DestinationBreakers(byTopic, ticker, recalls, DispatchListener.NONE);
        WorkerShares shares = new WorkerShares(ticker, 4, byTopic, destinations, new DestinationLines(recalls, ticker));
        for (String topic : List.of("mine", "a", "b", "c")) {
            Admission admission = shares.admit(topic, 0, topic);
            assertThat(admission).isInstanceOf(Granted.class);
            if (topic.equals("mine")) {
                destinations.of(topic).delivered(topic);
                shares.handled(topic);
                ((Granted) admission).permit().close();
            }
        }

        assertThat(shares.admit("last", 0, "d")).isInstanceOf(Admission.Deferred.class);
        assertThat(shares.admit("last", 0, "mine")).isInstanceOf(Granted.class);
    }

    @Test
    void aDestinationThatFailedHasOneWorkerUntilItAnswers() {
        handled("mine", false);
        handled("kafka/a", false);
        handled("kafka/b", false);
        destinations.of("kafka/a").unavailable("kafka/a", new IllegalStateException("down"));
        destinations.of("kafka/b").unavailable("kafka/b", new IllegalStateException("down"));

        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isFalse();
    }

    /** Nobody has failed yet, and nobody is answered any more. */
    @Test
    void aDestinationThatGoesAwayTakesNoMoreWorkers() {
        for (String topic : List.of("mine", "kafka/a", "kafka/b", "kafka/c")) {
            handled(topic, false);
        }
        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isTrue();
        ticker.tick(WorkerShares.MOMENT.plusMillis(1));

        assertThat(enters("third", "kafka/c")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aTopicThatTakesItsTimeHasAllWorkersWhileItsDestinationAnswers() {
        handled("other", false);
        handled("busy", false);
        hang("busy", 3);
        ticker.tick(WorkerShares.MOMENT.plusMillis(1));
        destinations.of("busy").delivered("busy");

        assertThat(enters("last", "busy")).isTrue();
    }

    /** They may all fail, and slowly: what is delivered beside them has a worker. */
    @Test
    void newTopicsOfOneDestinationLeaveTheLastWorkerToThoseThatAreQuick() {
        handled("mine", false);
        for (String topic : List.of("away-1", "away-2", "away-3")) {
            assertThat(enters(topic, topic)).isTrue();
        }

        assertThat(enters("last", "away-4")).isFalse();
        assertThat(enters("last", "mine")).isTrue();
    }

    @Test
    void aSlowHandlerDoesNotKeepItsDestinationToOneWorkerForLong() {
        handled("other", false);
        assertThat(enters("first", "kafka/a")).isTrue();
        ticker.tick(WorkerShares.PATIENCE.plusMillis(1));

        assertThat(enters("second", "kafka/b")).isTrue();
    }

    private Granted enter(Object worker, String topic) {
        return (Granted) shares.admit(worker, 0, topic);
    }

    /** Another call that hangs follows one that was given up. */
    private void tickWhileOneHangs(Duration time) {
        for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minusSeconds(1)) {
            ticker.tick(left.compareTo(Duration.ofSeconds(1)) < 0 ? left : Duration.ofSeconds(1));
            enter("first", "kafka/first").permit().close();
            hanging = enter("first", "kafka/first");
        }
    }

    private Duration deferral(String topic) {
        return ((Deferred) shares.admit("any", 0, topic)).time();
    }

    /** All of them would come back in the same second, again and again, and keep the shard from its other topics. */
    @Test
    void manyTopicsOfADestinationThatHangsComeBackRarely() {
        handled("mine", false);
        assertThat(enters("first", "kafka/first")).isTrue();
        int topics = 20_000;
        Map<Integer, List<String>> dueBySecond = new HashMap<>();
        dueBySecond.put(
                0, IntStream.range(0, topics).mapToObj(i -> "kafka/" + i).toList());

        List<Integer> asked = new ArrayList<>();
        for (int second = 0; second < 120; second++) {
            List<String> due = dueBySecond.getOrDefault(second, List.of());
            asked.add(due.size());
            for (String topic : due) {
                Duration pause = deferral(topic);
                shares.deferred(0, topic);
                dueBySecond
                        .computeIfAbsent(second + 1 + (int) pause.toSeconds(), none -> new ArrayList<>())
                        .add(topic);
            }
            tickWhileOneHangs(Duration.ofSeconds(1));
            enter("other's", "mine").permit().close();
        }

        assertThat(asked.subList(1, 120))
                .allSatisfy(number -> assertThat(number).isLessThan(2_000));
        assertThat(asked.subList(60, 120).stream().mapToInt(number -> number).sum())
                .isLessThan(60_000);
    }

    @Test
    void aFewTopicsOfADestinationThatHangsAreDeferredForLongerEachTime() {
        handled("mine", false);
        assertThat(enters("first", "kafka/first")).isTrue();

        Duration pause = Duration.ZERO;
        for (int i = 0; i < 8; i++) {
            Duration next = deferral("kafka/a");
            assertThat(deferral("kafka/a"))
                    .as("asking changes nothing")
                    .isBetween(
                            next.multipliedBy(5).dividedBy(6),
                            next.multipliedBy(6).dividedBy(5));
            shares.deferred(0, "kafka/a");
            pause = next;
            tickWhileOneHangs(next);
        }

        assertThat(pause).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(36));
    }

    @Test
    void anAnswerMakesThePausesShortAndRecallsTheTopics() {
        handled("mine", false);
        hanging = enter("first", "kafka/first");
        for (int round = 0; round < 6; round++) {
            for (String topic : List.of("kafka/a", "kafka/b", "kafka/c")) {
                Duration pause = deferral(topic);
                shares.deferred(0, topic);
                tickWhileOneHangs(pause);
            }
        }
        List.of("kafka/a", "kafka/b", "kafka/c").forEach(topic -> shares.deferred(0, topic));
        recalls.run();
        queue.settlements.clear();

        ticker.tick(Duration.ofMillis(1));
        destinations.of("kafka/first").delivered("kafka/first");
        shares.handled("first");
        hanging.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/a, kafka/b, kafka/c]");
        hang("slow", 2);
        assertThat(enters("third", "kafka/a")).isTrue();
        assertThat(deferral("kafka/b")).isLessThan(Duration.ofMillis(1_201));
    }

    /** Those of a destination that hangs came first, and would only be deferred again. */
    @Test
    void whoComesFreeRecallsATopicThatMayCome() {
        handled("other", false);
        assertThat(enters("hangs", "kafka/first")).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(enters("any", "kafka/" + i)).isFalse();
            shares.deferred(0, "kafka/" + i);
        }
        Granted first = enter("first", "slow");
        hang("slow", 1);
        assertThat(enters("last", "slow")).isFalse();
        shares.deferred(0, "slow");

        first.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [slow]");
    }

    /** Nothing ends, but after a while a call is known to be slow rather than without an answer. */
    @Test
    void aTopicIsRecalledWhenTimeHasMadeRoomForIt() {
        handled("other", false);
        assertThat(enters("first", "kafka/a")).isTrue();
        assertThat(enters("second", "kafka/b")).isFalse();
        shares.deferred(0, "kafka/b");
        shares.recallNext();
        recalls.run();
        assertThat(queue.settlements).isEmpty();

        ticker.tick(WorkerShares.PATIENCE.plusMillis(1));
        shares.recallNext();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/b]");
    }

    private void waits(String... topics) {
        for (String topic : topics) {
            assertThat(enters("last", topic)).isFalse();
            shares.deferred(0, topic);
        }
    }

    /** A new message woke it: a recall of it would be lost, and the one that waits would wait for its own deferral. */
    @Test
    void aTopicThatWasAdmittedWithoutARecallIsNotInLineAnyMore() {
        handled("other", false);
        List.of("slow", "first in line", "woken").forEach(topic -> handled(topic, true));
        enter("fourth", "other");
        Granted first = enter("first", "slow");
        hang("slow", 2);
        waits("first in line", "woken");
        first.permit().close();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [first in line]");
        queue.settlements.clear();

        Granted woken = enter("first", "woken");
        waits("first in line");
        woken.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [first in line]");
    }

    @Test
    void theNextTopicIsRecalledIfTheFirstOneDoesNotCome() {
        handled("other", false);
        List.of("slow", "gone", "waiter").forEach(topic -> handled(topic, true));
        enter("fourth", "other");
        Granted first = enter("first", "slow");
        hang("slow", 2);
        waits("gone", "waiter");
        first.permit().close();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [gone]");
        queue.settlements.clear();

        ticker.tick(Duration.ofMillis(100));
        shares.recallNext();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [waiter]");
    }
}
