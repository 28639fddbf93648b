package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.junit.jupiter.api.Test;

/** How many of four workers a destination may have that hangs, fails, or has not answered yet. */
class DestinationSharesTest extends WorkerSharesFixture {

    private Granted hanging = Granted.FREELY;

    @Test
    void aDestinationThatHasNeverAnsweredHasOneWorker() {
        assertThat(enters("first", "kafka/a")).isTrue();

        assertThat(enters("second", "kafka/b")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aDestinationThatHasAnsweredHasAllWorkersForQuickTopics() {
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            handled(topic, false);
        }

        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            assertThat(enters(topic, topic)).isTrue();
        }
    }

    /** All its calls may hang from now on. */
    @Test
    void aDestinationHasAllWorkersButOneBesideAnother() {
        handled("mine", false);
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            handled(topic, false);
        }

        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c")) {
            assertThat(enters(topic, topic)).isTrue();
        }

        assertThat(enters("last", "kafka/d")).isFalse();
        assertThat(enters("last", "mine")).isTrue();
    }

    @Test
    void aTopicWithALimitCountsAsAnotherDestination() {
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d")) {
            handled(topic, false);
        }
        assertThat(enters("once", "bounded")).isTrue();
        for (String topic : List.of("kafka/a", "kafka/b", "kafka/c")) {
            assertThat(enters(topic, topic)).isTrue();
        }

        assertThat(enters("last", "kafka/d")).isFalse();
    }

    /** Of four workers, one is kept for Kafka, and three are the consumer's. If all three may hang, its quick topics wait. */
    @Test
    void slowCallsLeaveOneOfTheirDestinationsWorkersToItsQuickTopics() {
        handled("kafka/a", false);
        handled("mine", false);
        handled("slow/a", true);
        handled("slow/b", true);
        assertThat(enters("first", "slow/a")).isTrue();
        assertThat(enters("second", "slow/b")).isTrue();

        assertThat(enters("third", "slow/a")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
        assertThat(enters("last", "mine")).isFalse();
        assertThat(enters("last", "kafka/a")).isTrue();
    }

    /** Its topics that are not known to be slow may be those that are well. */
    @Test
    void slowCallsOfADestinationThatFailedLeaveOneOfItsWorkersToItsOtherTopics() {
        handled("kafka/a", false);
        for (String topic : List.of("slow/a", "slow/b")) {
            handled(topic, true);
            destinations.of(topic).unavailable(topic, new IllegalStateException("down"));
        }
        for (String topic : List.of("slow/a", "slow/b")) {
            assertThat(enters(topic, topic)).isTrue();
            shares.takesLong(topic);
        }

        assertThat(enters("third", "slow/a")).isFalse();
        assertThat(enters("third", "new")).isTrue();
        assertThat(enters("last", "kafka/a")).isTrue();
    }

    @Test
    void aDestinationHasAllWorkersOnceAnotherHasHadNoCallForAMinute() {
        handled("mine", false);
        List<String> topics = List.of("kafka/a", "kafka/b", "kafka/c", "kafka/d");
        topics.forEach(topic -> handled(topic, false));
        ticker.tick(Call.RECENT.plusMillis(1));
        topics.subList(0, 3).forEach(topic -> assertThat(enters(topic, topic)).isTrue());

        assertThat(enters("last", "kafka/d")).isTrue();
    }

    @Test
    void severalDestinationsThatDoNotAnswerLeaveOneWorkerToThoseThatDo() {
        handled("other", false);
        TopicRules byTopic = topic -> TopicRule.PLAIN.withDestination(topic);
        DestinationBreakers destinations = new DestinationBreakers(byTopic, ticker, recalls, DispatchListener.NONE);
        WorkerShares shares = new WorkerShares(
                ticker,
                4,
                new ConcurrencyLimits(byTopic, recalls, ticker),
                destinations,
                new DestinationLines(recalls, ticker),
                Duration.ZERO);
        for (String topic : List.of("mine", "a", "b", "c")) {
            Admission admission = shares.admit(topic, 0, topic);
            assertThat(admission).isInstanceOf(Granted.class);
            shares.handling(topic);
            if (topic.equals("mine")) {
                destinations.of(topic).delivered(topic);
                shares.handled(topic);
                ((Granted) admission).permit().close();
            }
        }

        assertThat(shares.admit("last", 0, "d")).isInstanceOf(Admission.Deferred.class);
        assertThat(shares.admit("last", 0, "mine")).isInstanceOf(Granted.class);
    }

    /** Otherwise, its messages would wait for as long as those calls hang: only a call shows that it answers. */
    @Test
    void aDestinationThatWasNotCalledYetHasTheLastWorkerBesideCallsThatHang() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);

        assertThat(enters("last", "kafka/a")).isTrue();
    }

    @Test
    void aDestinationThatDidNotAnswerHasTheLastWorkerOnceAMinute() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);
        Granted first = enter("last", "kafka/a");
        ticker.tick(Call.MOMENT.plusMillis(1));
        shares.handled("last");
        first.permit().close();

        assertThat(enters("last", "kafka/a")).isFalse();
        assertThat(enters("last", "kafka/b")).isFalse();
        ticker.tick(Call.RECENT.plusMillis(1));
        assertThat(enters("last", "kafka/b")).isTrue();
    }

    /** The worker found another topic that is quick, or its messages were gone. */
    /** All others hang, and a failure says nothing of the next topic. So those that may be well need not wait for a worker to return. */
    @Test
    void aDestinationThatFailsAtOnceHasTheLastWorkerAgain() {
        handled("other", false);
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);
        for (int worker = 0; worker < 3; worker++) {
            shares.takesLong("worker " + worker + " of slow");
        }
        for (String topic : List.of("other", "slow", "mine")) {
            destinations.of(topic).unavailable(topic, new IllegalStateException("down"));
        }
        for (int i = 0; i < 10; i++) {
            Granted failed = enter("last", "fails" + i);
            shares.handled("last");
            failed.permit().close();
        }

        assertThat(enters("last", "slow")).isFalse();
        assertThat(enters("last", "mine")).isTrue();
    }

    /** Else quick topics would wait for a minute, though a worker is free. */
    @Test
    void aCallThatHasLeftAWorkerIsNoTryOfTheLastOne() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 2);
        for (int worker = 0; worker < 2; worker++) {
            shares.takesLong("worker " + worker + " of slow");
        }
        for (String topic : List.of("slow", "mine")) {
            destinations.of(topic).unavailable(topic, new IllegalStateException("down"));
        }
        enter("third", "slow");
        shares.takesLong("third");

        assertThat(enters("last", "mine")).isTrue();
    }

    /** Else a destination that hangs would have the last worker again after each call that leaves it. */
    @Test
    void aCallThatLeavesAWorkerDoesNotEndThePauseAfterATryOfTheLastOne() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);
        Granted first = enter("last", "kafka/a");
        ticker.tick(Call.MOMENT.plusMillis(1));
        shares.handled("last");
        first.permit().close();
        shares.replaced("worker 0 of slow");
        enter("third", "kafka/b");
        ticker.tick(Call.PATIENCE.plusMillis(1));

        assertThat(enters("last", "kafka/c")).isFalse();
        ticker.tick(Call.RECENT.minus(Call.PATIENCE));
        assertThat(enters("last", "kafka/c")).isTrue();
    }

    @Test
    void aDestinationWhoseCallWasHandedOverHasTheLastWorkerAfterAPause() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);
        enter("last", "kafka/a");
        ticker.tick(shares.patience("kafka/a"));
        shares.takesLong("last");
        assertThat(shares.handsOver("last")).isTrue();

        assertThat(enters("standby", "kafka/b")).isFalse();
        ticker.tick(Call.PATIENCE);
        assertThat(enters("standby", "kafka/b")).isTrue();
    }

    @Test
    void aDestinationWhoseCallWasGivenBackHasTheLastWorkerAgain() {
        handled("mine", false);
        handled("slow", true);
        hang("slow", 3);
        Granted unused = (Granted) shares.admit("last", 0, "kafka/a");
        unused.permit().close();

        assertThat(enters("last", "kafka/b")).isTrue();
    }

    /** Twenty of them would have the last worker in turn, and quick topics would wait for each. */
    @Test
    void anotherDestinationThatDoesNotAnswerHasTheLastWorkerLater() {
        handled("other", false);
        TopicRules byTopic = topic -> TopicRule.PLAIN.withDestination(topic);
        DestinationBreakers destinations = new DestinationBreakers(byTopic, ticker, recalls, DispatchListener.NONE);
        shares = new WorkerShares(
                ticker,
                2,
                new ConcurrencyLimits(byTopic, recalls, ticker),
                destinations,
                new DestinationLines(recalls, ticker),
                Duration.ZERO);
        Granted first = enter("once", "mine");
        destinations.of("mine").delivered("mine");
        ticker.tick(CallDurations.LONG.plusMillis(1));
        shares.handled("once");
        first.permit().close();
        assertThat(enters("first", "mine")).isTrue();
        enter("last", "a").permit().close();

        assertThat(enters("last", "b")).isFalse();
        ticker.tick(Call.PATIENCE.plusMillis(1));
        assertThat(enters("last", "b")).isTrue();
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
        ticker.tick(Call.MOMENT.plusMillis(1));

        assertThat(enters("third", "kafka/c")).isFalse();
        assertThat(enters("third", "mine")).isTrue();
    }

    @Test
    void aSlowHandlerDoesNotKeepItsDestinationToOneWorkerForLong() {
        handled("other", false);
        assertThat(enters("first", "kafka/a")).isTrue();
        ticker.tick(Call.PATIENCE.plusMillis(1));

        assertThat(enters("second", "kafka/b")).isTrue();
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
}
