package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** Who may be tried while a destination, or some of its topics, are away. */
class DestinationBreakerTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final List<String> heard = new ArrayList<>();
    private final DispatchListener listener = new DispatchListener() {
        @Override
        public void destinationUnavailable(String destination, Throwable cause) {
            heard.add("unavailable " + destination);
        }

        @Override
        public void destinationAvailable(String destination) {
            heard.add("available " + destination);
        }
    };
    private final RecallQueue recalls = new RecallQueue(queue, Schedules.alone(ticker));
    private final DestinationBreakers destinations =
            new DestinationBreakers(DestinationBreakerTest::rule, ticker, recalls, listener);

    private static TopicRule rule(String topic) {
        return TopicRule.PLAIN.withDestination(topic.substring(0, topic.indexOf('/')));
    }

    private Admission admit(String topic) {
        return destinations.admit(this, 0, topic);
    }

    private void fails(String topic) {
        destinations.of(topic).unavailable(topic, new IllegalStateException("down"));
    }

    private boolean isFree(String topic) {
        return admit(topic) instanceof Granted granted && !granted.probe();
    }

    private boolean isDeferred(String topic) {
        return admit(topic) instanceof Deferred;
    }

    private Granted probe(String topic) {
        Granted granted = tried(topic);
        assertThat(granted.probe()).isTrue();
        return granted;
    }

    /** Perhaps beside others. */
    private Granted tried(String topic) {
        return (Granted) admit(topic);
    }

    @Test
    void oneDestinationSaysNothingOfAnother() {
        fails("kafka/a");
        fails("kafka/b");

        assertThat(isFree("method/mine")).isTrue();
        assertThat(isDeferred("kafka/a")).isTrue();
        assertThat(heard).containsExactly("unavailable kafka");
    }

    /** However many fail, and however often: it was delivered, and so it is well. */
    @Test
    void aTopicThatIsDeliveredNeverWaitsForThoseThatFail() {
        destinations.of("kafka/mine").delivered("kafka/mine");
        for (int i = 0; i < 20_000; i++) {
            fails("kafka/" + i);
            assertThat(isFree("kafka/mine")).isTrue();
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void aTopicThatWasNotTriedIsTriedWithoutAPauseThoughOthersFail() {
        fails("kafka/a");

        Granted one = probe("kafka/b");
        assertThat(isDeferred("kafka/c")).as("one at a time").isTrue();
        fails("kafka/b");
        one.permit().close();

        assertThat(probe("kafka/c")).isNotNull();
    }

    /** A few that fail now and then must not hold up thousands that were not tried. */
    @Test
    void oneThatFailsAmongManyThatAreDeliveredHalvesHowManyAreTriedAtOnce() {
        fails("kafka/first");
        deliverNew(10);
        tried("kafka/a");
        ticker.tick(Duration.ofMillis(999));

        fails("kafka/a");

        for (int i = 0; i < 16; i++) {
            assertThat(tried("kafka/b" + i).probe()).as("like any other").isFalse();
        }
        assertThat(isDeferred("kafka/c")).isTrue();
        assertThat(heard).containsExactly("unavailable kafka", "available kafka");
    }

    @Test
    void fiveThatFailInARowHaveTheNextOnesTriedOneAtATime() {
        fails("kafka/first");
        deliverNew(10);
        for (int i = 0; i < 5; i++) {
            fails("kafka/a" + i);
        }

        probe("kafka/b");
        assertThat(isDeferred("kafka/c")).isTrue();
    }

    /** Otherwise it would come, be refused and be recalled in turn until that is over, and its back-off would grow each time. */
    @Test
    void aTopicThatFailedIsNotRecalledBeforeItsDestinationMayBeProbed() {
        fails("kafka/first");
        deliverNew(10);
        fails("kafka/a");
        ticker.tick(Duration.ofSeconds(1));
        fails("kafka/b");
        recalls.run();
        queue.settlements.clear();

        isDeferredInRedis("kafka/a");
        recalls.run();
        assertThat(queue.settlements).isEmpty();

        ticker.tick(Duration.ofMillis(200));
        destinations.recallNext();
        recalls.run();
        assertThat(queue.settlements).containsExactly("defer [kafka/a]");
        assertThat(probe("kafka/a")).isNotNull();
    }

    @Test
    void oneThatFailsSlowlyHasTheNextOnesTriedOneAtATimeAfterARest() {
        fails("kafka/first");
        deliverNew(10);
        tried("kafka/slow");
        ticker.tick(Duration.ofSeconds(1));
        fails("kafka/slow");

        assertThat(isDeferred("kafka/a")).as("rests").isTrue();
        ticker.tick(Duration.ofSeconds(1));
        Granted next = probe("kafka/a");
        assertThat(isDeferred("kafka/b")).as("one at a time").isTrue();
        destinations.of("kafka/a").delivered("kafka/a");
        next.permit().close();

        assertThat(probe("kafka/b")).as("last choice").isNotNull();
    }

    private void deliverNew(int count) {
        for (int i = 0; i < count; i++) {
            String topic = "kafka/new" + i;
            Granted granted = tried(topic);
            destinations.of(topic).delivered(topic);
            granted.permit().close();
        }
    }

    @Test
    void twoInARowThatWereWellAreTakenForAll() {
        Set.of("kafka/a", "kafka/b", "kafka/c")
                .forEach(topic -> destinations.of(topic).delivered(topic));
        fails("kafka/a");
        assertThat(isFree("kafka/c")).isTrue();
        fails("kafka/b");

        assertThat(probe("kafka/c")).isNotNull();
        assertThat(heard).containsExactly("unavailable kafka");
    }

    /** Those that were well before may have no messages now, and its back-off would grow to half a minute. */
    @Test
    void oneThatWasWellAndFailsTwiceIsTakenForAllIfNobodyIsDelivered() {
        destinations.of("kafka/idle").delivered("kafka/idle");
        destinations.of("kafka/active").delivered("kafka/active");
        fails("kafka/active");
        assertThat(heard).isEmpty();
        ticker.tick(Duration.ofSeconds(1));
        probe("kafka/active");
        fails("kafka/active");

        assertThat(heard).containsExactly("unavailable kafka");
        assertThat(probe("kafka/idle")).isNotNull();
    }

    /** They all say the same once. */
    @Test
    void oneThatFailsInSeveralCallsAtATimeIsTakenForItself() {
        destinations.of("kafka/well").delivered("kafka/well");
        destinations.of("kafka/mine").delivered("kafka/mine");
        for (int call = 0; call < 8; call++) {
            assertThat(isFree("kafka/mine")).isTrue();
        }
        for (int call = 0; call < 8; call++) {
            fails("kafka/mine");
        }

        assertThat(isFree("kafka/well")).isTrue();
        assertThat(heard).isEmpty();
    }

    @Test
    void oneThatWasWellAndFailsAgainAndAgainIsTakenForItselfBesideOneThatIsDelivered() {
        destinations.of("kafka/well").delivered("kafka/well");
        destinations.of("kafka/mine").delivered("kafka/mine");
        for (int i = 0; i < 10; i++) {
            fails("kafka/mine");
            destinations.of("kafka/well").delivered("kafka/well");
        }

        assertThat(isFree("kafka/well")).isTrue();
        assertThat(heard).isEmpty();
    }

    /** Each failed trial doubles the pause, up to two seconds, whoever is tried. */
    @Test
    void whereAllFailedOneIsTriedAfterEachPause() {
        fails("kafka/a");
        fails("kafka/b");

        int trials = 0;
        for (int tenths = 0; tenths < 600; tenths++) {
            for (String topic : List.of("kafka/a", "kafka/b")) {
                if (admit(topic) instanceof Granted) {
                    trials++;
                    fails(topic);
                }
            }
            ticker.tick(Duration.ofMillis(100));
        }

        assertThat(trials).isBetween(30, 40);
    }

    @Test
    void whatFailsSlowlyRestsAsLongAsItTook() {
        fails("kafka/a");
        Granted slow = probe("kafka/b");
        ticker.tick(Duration.ofSeconds(3));
        fails("kafka/b");
        slow.permit().close();

        ticker.tick(Duration.ofMillis(2999));
        assertThat(isDeferred("kafka/c")).isTrue();
        ticker.tick(Duration.ofMillis(1));
        assertThat(probe("kafka/c")).isNotNull();
    }

    @Test
    void aSlowHandlerKeepsNobodyFromTheirTrial() {
        fails("kafka/a");
        probe("kafka/b");
        ticker.tick(Duration.ofSeconds(10));

        assertThat(probe("kafka/c")).isNotNull();
    }

    /** Where some topics fail and others hang, the rest must wait for neither. */
    @Test
    void aTopicWhoseHandlerHangsComesAfterThoseThatWereNotTried() {
        fails("kafka/a");
        probe("kafka/hangs");
        assertThat(isDeferred("kafka/b")).isTrue();
        destinations.of("kafka/hangs").takesLong("kafka/hangs");
        Granted next = probe("kafka/b");
        destinations.deferred(0, "kafka/new");
        destinations.deferred(0, "kafka/hangs");
        queue.settlements.clear();

        next.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/new]");
    }

    /** As long as none is delivered, each of them may be the first. */
    @Test
    void topicsThatFailForAnotherReasonTakeTurnsWithThoseThatAreUnavailable() {
        fails("kafka/mine");
        Granted first = probe("kafka/missing0");
        Stream.of("kafka/missing1", "kafka/missing2", "kafka/mine").forEach(this::isDeferredInRedis);
        destinations.of("kafka/missing0").answered("kafka/missing0");
        first.permit().close();

        List<String> order = new ArrayList<>(List.of("kafka/missing0"));
        while (order.size() < 6) {
            isDeferredInRedis(order.get(order.size() - 1));
            ticker.tick(Duration.ofMillis(100));
            queue.settlements.clear();
            recalls.run();
            String next = queue.settlements.get(0).replaceAll("defer \\[(.*)]", "$1");
            order.add(next);
            Granted probe = probe(next);
            destinations.of(next).answered(next);
            probe.permit().close();
        }

        assertThat(order).contains("kafka/mine");
    }

    /** Otherwise, it would only ask again after its next deferral, which is twice as long, and perhaps in vain again. */
    @Test
    void aTopicThatFailedAndCameWhileAnotherWasProbedIsRecalledAfterThat() {
        destinations.of("kafka/well").delivered("kafka/well");
        fails("kafka/mine");
        Granted other = probe("kafka/other");
        isDeferredInRedis("kafka/mine");
        ticker.tick(Duration.ofSeconds(1));
        isDeferredInRedis("kafka/mine");
        recalls.run();
        queue.settlements.clear();

        other.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/mine]");
        assertThat(probe("kafka/mine")).isNotNull();
    }

    @Test
    void aTopicThatWasNotTriedComesBeforeThoseWhoseBackOffIsOver() {
        destinations.of("kafka/well").delivered("kafka/well");
        fails("kafka/failed");
        Granted other = probe("kafka/other");
        isDeferredInRedis("kafka/new");
        ticker.tick(Duration.ofSeconds(1));
        isDeferredInRedis("kafka/failed");
        recalls.run();
        queue.settlements.clear();

        other.permit().close();
        recalls.run();

        assertThat(queue.settlements).containsExactly("defer [kafka/new]");
    }

    private void isDeferredInRedis(String topic) {
        assertThat(isDeferred(topic)).isTrue();
        destinations.deferred(0, topic);
    }

    @Test
    void aTopicIsDeferredForLongerEachTime() {
        fails("kafka/a");
        destinations.of("kafka/mine").delivered("kafka/mine");

        Duration last = Duration.ZERO;
        for (int i = 0; i < 10; i++) {
            Duration pause = ((Deferred) admit("kafka/a")).time();
            destinations.deferred(0, "kafka/a");
            assertThat(pause)
                    .isGreaterThanOrEqualTo(
                            last.multipliedBy(2).compareTo(Duration.ofSeconds(30)) < 0 ? last : Duration.ofSeconds(30));
            last = pause;
            ticker.tick(pause);
            if (admit("kafka/a") instanceof Granted trial) {
                fails("kafka/a");
                trial.permit().close();
            }
        }
        assertThat(last).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(36));
    }

    /** They all say the same once. Otherwise, the topic would wait for half a minute after it was away for a moment. */
    @Test
    void triesOfATopicThatFailAtTheSameTimeLengthenItsDeferralOnce() {
        fails("kafka/a");
        deliverNew(10);
        ticker.tick(Duration.ofSeconds(1));
        List<Granted> tries = Stream.generate(() -> probe("kafka/a")).limit(8).toList();
        ticker.tick(Duration.ofMillis(500));
        tries.forEach(one -> {
            fails("kafka/a");
            one.permit().close();
            ticker.tick(Duration.ofMillis(10));
        });

        assertThat(((Deferred) admit("kafka/a")).time()).isBetween(Duration.ofMillis(1_900), Duration.ofMillis(2_400));
    }

    /** Nor does the destination rest for longer. */
    @Test
    void triesOfATopicThatFailAtTheSameTimeKeepOthersThatFailedWaitingOnce() {
        fails("kafka/a");
        fails("kafka/b");
        deliverNew(10);
        ticker.tick(Duration.ofSeconds(2));
        List<Granted> tries = Stream.generate(() -> probe("kafka/a")).limit(8).toList();
        ticker.tick(Duration.ofMillis(10));
        tries.forEach(one -> {
            fails("kafka/a");
            one.permit().close();
        });
        ticker.tick(Duration.ofMillis(250));

        assertThat(probe("kafka/b")).isNotNull();
    }

    /** It was deferred for longer because it was being tried. */
    @Test
    void aTryThatFailsDoesNotLengthenADeferralThatBeganMeanwhile() {
        fails("kafka/a");
        destinations.of("kafka/mine").delivered("kafka/mine");
        ticker.tick(Duration.ofSeconds(1));
        Granted one = probe("kafka/a");
        ticker.tick(Duration.ofMillis(500));
        destinations.deferred(0, "kafka/a");
        fails("kafka/a");
        one.permit().close();

        assertThat(((Deferred) admit("kafka/a")).time()).isBetween(Duration.ofMillis(1_900), Duration.ofMillis(2_400));
    }

    @Test
    void whenItAnswersMoreAndMoreAreBroughtForward() {
        fails("kafka/0");
        for (int i = 0; i < 100; i++) {
            fails("kafka/" + i);
            destinations.deferred(0, "kafka/" + i);
        }
        recalls.run();
        queue.settlements.clear();

        List<Integer> recalled = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            destinations.of("kafka/" + i).delivered("kafka/" + i);
            recalls.run();
            recalled.add(queue.settlements.get(i).split(",").length);
        }

        assertThat(recalled.get(0)).isBetween(2, 3);
        assertThat(recalled.get(3)).isGreaterThanOrEqualTo(8);
        assertThat(heard).containsExactly("unavailable kafka", "available kafka");
        assertThat(isFree("kafka/3")).isTrue();
    }

    /** One at a time is for a destination that may still be away. Else each would send the others back into the line. */
    @Test
    void whenItHasAnsweredNobodyWaitsForATopicThatWasRecalled() {
        for (int i = 0; i < 100; i++) {
            fails("kafka/" + i);
            destinations.deferred(0, "kafka/" + i);
        }
        for (int i = 0; i < 3; i++) {
            destinations.of("kafka/" + i).delivered("kafka/" + i);
        }
        probe("kafka/5").permit().close();

        List<String> stopped = IntStream.range(6, 9)
                .mapToObj(i -> "kafka/" + i)
                .filter(topic -> !(admit(topic) instanceof Granted))
                .toList();

        assertThat(stopped).isEmpty();
    }

    /** Another instance may have delivered them. Until now each later topic would be a probe. */
    @Test
    void topicsThatDoNotComeWhenTheyAreRecalledAreForgotten() {
        fails("kafka/a");
        for (int i = 0; i < 100; i++) {
            destinations.deferred(0, "kafka/untried" + i);
        }
        for (int i = 0; i < 10; i++) {
            destinations.of("kafka/fresh" + i).delivered("kafka/fresh" + i);
            ticker.tick(Duration.ofMillis(500));
        }
        destinations.of("kafka/a").delivered("kafka/a");

        assertThat(isFree("kafka/new")).isTrue();
    }

    /** Another instance may have delivered it. Until now it was shown as waiting for ever. */
    @Test
    void aTopicThatFailedAndDoesNotComeAgainIsForgotten() {
        destinations.of("kafka/mine").delivered("kafka/mine");
        fails("kafka/gone");
        fails("kafka/comes");
        ticker.tick(Duration.ofSeconds(59));
        assertThat(waiting()).isEqualTo(2);
        destinations.deferred(0, "kafka/comes");

        ticker.tick(Duration.ofSeconds(1));

        assertThat(waiting()).isEqualTo(1);
        assertThat(destinations.of("kafka/gone").isUnavailable("kafka/gone")).isFalse();
        assertThat(destinations.of("kafka/comes").isUnavailable("kafka/comes")).isTrue();
    }

    private int waiting() {
        return destinations.statuses().get(0).waitingTopics();
    }

    @Test
    void aStatusSaysSinceWhenAndWhyAndHowManyWait() {
        assertThat(destinations.statuses()).isEmpty();
        fails("kafka/a");
        destinations.of("method/mine").delivered("method/mine");
        ticker.tick(Duration.ofSeconds(7));

        assertThat(destinations.statuses())
                .containsExactly(
                        new DestinationStatus(
                                "kafka", Duration.ofSeconds(7), "java.lang.IllegalStateException: down", 1),
                        new DestinationStatus("method", null, "", 0));

        destinations.of("kafka/b").delivered("kafka/b");

        assertThat(destinations.statuses().get(0)).isEqualTo(new DestinationStatus("kafka", null, "", 1));
    }

    /** An answer of another kind does not make a topic well that is unavailable: the next one may not come either. */
    @Test
    void aFailureOfAnotherKindDoesNotMakeATopicWell() {
        destinations.of("kafka/mine").delivered("kafka/mine");
        fails("kafka/denied");
        destinations.of("kafka/denied").answered("kafka/denied");

        Granted first = probe("kafka/denied");
        assertThat(isDeferred("kafka/denied")).as("one at a time").isTrue();
        first.permit().close();
    }

    @Test
    void aDestinationThatRejectsMessagesAnswers() {
        DestinationBreaker kafka = destinations.of("kafka/mine");
        fails("kafka/mine");
        long failed = ticker.nanos();
        ticker.tick(Duration.ofMillis(1));
        assertThat(kafka.answers()).isFalse();

        kafka.answered("kafka/missing");
        assertThat(kafka.answers()).isTrue();
        assertThat(kafka.answeredAfter(failed)).isTrue();

        fails("kafka/mine");
        assertThat(kafka.answers()).isFalse();
    }

    /** A destination that refuses one topic says nothing of the others. */
    @Test
    void aTopicThatIsRefusedByNameKeepsNobodyElse() {
        destinations.of("kafka/denied").unavailableAlone("kafka/denied", new IllegalStateException("not allowed"));

        assertThat(isDeferred("kafka/denied")).isTrue();
        assertThat(tried("kafka/a")).isNotNull();
        assertThat(tried("kafka/b")).as("any number at a time").isNotNull();
        assertThat(heard).isEmpty();
        ticker.tick(Duration.ofSeconds(1));
        assertThat(probe("kafka/denied")).isNotNull();
    }

    @Test
    void whatNobodyWaitsForIsForgotten() {
        destinations.of("kafka/mine").delivered("kafka/mine");
        fails("kafka/a");
        for (String topic : Map.of("kafka/a", 1, "kafka/b", 1).keySet()) {
            destinations.deferred(0, topic);
            destinations.of(topic).delivered(topic);
            destinations.of(topic).delivered(topic);
        }
        for (int i = 0; i < 10; i++) {
            destinations.of("kafka/fresh" + i).delivered("kafka/fresh" + i);
        }

        assertThat(isFree("kafka/new")).isTrue();
    }
}
