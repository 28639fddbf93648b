package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.delay.redisson.ScriptedQueue.refused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Logged;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.admission.Admission.Offered;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One question, one answer that says why not, and what becomes of topics that must wait. */
class AdmissionsTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final ShardSchedule schedule = Schedules.alone(ticker);
    private final List<String> told = new ArrayList<>();
    private final AtomicBoolean throwing = new AtomicBoolean(true);
    private final Admissions admissions = new AdmissionsBuilder(queue, schedule, ticker)
            .rules(new GuardedTopicRules(this::rule))
            .hasUnsettled(this::hasUnsettled)
            .listener(new DispatchListener() {
                @Override
                public void deferred(String topic, DeferralReason reason) {
                    told.add(topic + " " + reason);
                }
            })
            .build();
    private final Shard shard = new Shard(0, Duration.ofMillis(500));

    private TopicRule rule(String topic) {
        return switch (topic) {
            case "broken" -> {
                if (throwing.get()) {
                    throw new IllegalStateException("no tenant");
                }
                yield TopicRule.PLAIN;
            }
            case "unserved" -> null;
            case "away" -> TopicRule.PLAIN.withDestination("kafka");
            case "limited", "limited too" -> new TopicRule(null, new ConcurrencyLimit("limited", 1));
            default -> TopicRule.PLAIN;
        };
    }

    private boolean hasUnsettled(int shard, String topic) {
        if (topic.equals("faulty")) {
            throw new IllegalStateException("a fault");
        }
        return topic.equals("unsettled");
    }

    private Deferred deferred(String topic) {
        return (Deferred) admissions.admit(this, 0, topic);
    }

    @ParameterizedTest
    @CsvSource({
        "broken, TopicRules threw an exception for it",
        "unsettled, Redis has not taken settlements of its last messages yet",
        "unserved, nothing in this application receives it",
        "stuck, too many threads are stuck in its handler",
        "away, it or its destination is unavailable",
        "limited, its concurrency limit is reached",
    })
    void anAnswerSaysWhyNot(String topic, String why) {
        admissions.feedback().interrupting("stuck");
        admissions.feedback().interrupting("stuck");
        admissions.feedback().unavailable("away", new DestinationUnavailable("down", true, null));
        assertThat(admissions.admit(this, 0, "limited")).isInstanceOf(Granted.class);

        assertThat(deferred(topic).stop().reason().text()).isEqualTo(why);
        assertThat(deferred(topic).time()).isPositive();
    }

    /** They stay where they are, with nothing counted, and other topics go on. */
    @Test
    void aTopicWhoseRulesThrowWaitsUntilTheyAnswer() {
        shard.setDue(List.of("broken", "fine"));
        try (Logged logged = Logged.of(TopicWarning.class)) {
            for (int i = 0; i < 10; i++) {
                assertThat(deferred("broken").time()).isEqualTo(Duration.ofSeconds(5));
            }
            assertThat(logged.lines())
                    .singleElement()
                    .asString()
                    .startsWith("TopicRules threw an exception for topic broken.")
                    .contains("no tenant");
        }

        assertThat(admissions.choose(this, shard))
                .isInstanceOfSatisfying(
                        TopicChoice.Chosen.class,
                        chosen -> assertThat(chosen.topic()).isEqualTo("fine"));
        assertThat(queue.settlements).containsExactly("defer [broken]");

        throwing.set(false);
        assertThat(admissions.admit(this, 0, "broken")).isInstanceOf(Granted.class);
    }

    @Test
    void aListenerIsToldWhichTopicsAreDeferredAndWhy() {
        admissions.admit(this, 0, "limited");
        shard.setDue(List.of("unsettled", "limited", "faulty", "fine"));

        admissions.choose(this, shard);
        admissions.claimRefused(0, "fine", new IllegalStateException("WRONGTYPE"));

        assertThat(told)
                .containsExactlyInAnyOrder(
                        "unsettled UNSETTLED",
                        "limited CONCURRENCY_LIMIT",
                        "faulty CHECK_FAILED",
                        "fine CLAIM_REFUSED");
    }

    /** Otherwise, whatever's messages are the oldest would be chosen after each call. */
    @Test
    void aTopicWhoseTurnItIsIsChosenInPlaceOfAnotherWhichStaysDue() {
        Granted running = (Granted) admissions.admit(this, 0, "limited");
        shard.setDue(List.of("limited too"));
        admissions.choose(this, shard);
        admissions.release(running);
        shard.setDue(List.of("limited", "fine", "limited too"));

        assertThat(admissions.choose(this, shard))
                .isInstanceOfSatisfying(
                        TopicChoice.Chosen.class,
                        chosen -> assertThat(chosen.topic()).isEqualTo("limited too"));

        assertThat(shard.due()).containsExactly("limited", "fine");
    }

    /** Another instance delivers it in time, so nothing waits. */
    @Test
    void aTopicThatIsOfferedIsToldOnlyOnceNobodyHasTakenIt() {
        offerAndLookAgain("limited");

        assertThat(told).containsExactly("limited CONCURRENCY_LIMIT");
    }

    /** They can't keep up either: it is still due after they have looked. */
    @Test
    void aTopicThatOthersClaimFromAndLeaveDueIsToldOf() {
        queue.takenByOthers();

        offerAndLookAgain("limited");

        assertThat(told).containsExactly("limited CONCURRENCY_LIMIT");
    }

    private void offerAndLookAgain(String topic) {
        schedule.update(Neighbours.andMe(Neighbours.behind(2)));
        admissions.admit(this, 0, topic);
        shard.setDue(List.of(topic));
        admissions.choose(this, shard);
        assertThat(told).isEmpty();

        ticker.tick(ShardOwnership.untilOthersLook());
        shard.setDue(List.of(topic));
        admissions.choose(this, shard);
    }

    @Test
    void whereThereAreOthersATopicIsOfferedFirst() {
        schedule.update(Neighbours.andMe(Neighbours.behind(2)));
        admissions.feedback().interrupting("stuck");
        admissions.feedback().interrupting("stuck");

        assertThat(admissions.admit(this, 0, "stuck"))
                .isInstanceOfSatisfying(
                        Offered.class,
                        offered -> assertThat(offered.time()).isEqualTo(ShardOwnership.untilOthersLook()));
        ticker.tick(ShardOwnership.untilOthersLook());

        assertThat(deferred("stuck").offered()).isEqualTo(ShardOwnership.untilOthersLook());
    }

    @Test
    void aGateThatStopsATopicLeavesNoPermitBehind() {
        admissions.feedback().unavailable("away", new DestinationUnavailable("down", true, null));
        ticker.tick(Duration.ofSeconds(10));
        Granted probe = (Granted) admissions.admit(this, 0, "away");
        assertThat(probe.probe()).isTrue();
        admissions.release(probe);

        assertThat(admissions.admit(this, 0, "away")).isInstanceOf(Granted.class);
    }

    @Test
    void aPermitGoesBackWhenRedisDoesNotTakeWhatIsDeferred() {
        shard.setDue(List.of("unserved", "limited"));
        queue.failsToSettle(refused());

        assertThatThrownBy(() -> admissions.choose(this, shard)).isInstanceOf(RuntimeException.class);

        assertThat(admissions.admit(this, 0, "limited")).isInstanceOf(Granted.class);
    }

    /** It may find only that its destination is still unavailable, and the others would wait for that. */
    @Test
    void aProbeIsTheLastChoice() {
        admissions.feedback().delivered("fine");
        admissions.feedback().unavailable("failing", new DestinationUnavailable("down", true, null));
        shard.setDue(List.of("new", "fine"));

        assertThat(admissions.choose(this, shard))
                .isInstanceOfSatisfying(
                        TopicChoice.Chosen.class,
                        chosen -> assertThat(chosen.topic()).isEqualTo("fine"));
    }

    /** Deferred, they would have to be recalled one by one when the destination is available again. */
    @Test
    void topicsThatNeedAProbeStayDueBesideOne() {
        admissions.feedback().unavailable("failing", new DestinationUnavailable("down", true, null));
        shard.setDue(List.of("new", "newer", "unserved", "newest"));

        assertThat(admissions.choose(this, shard))
                .isInstanceOfSatisfying(
                        TopicChoice.Chosen.class,
                        chosen -> assertThat(chosen.topic()).isEqualTo("new"));
        assertThat(queue.settlements).isEmpty();
    }

    /** A poll names a limited number of topics: those that need no probe must be among them. */
    @Test
    void soManyTopicsThatNeedAProbeDoNotHideOthers() {
        admissions.feedback().unavailable("failing", new DestinationUnavailable("down", true, null));
        shard.setDue(IntStream.range(0, 102).mapToObj(i -> "new-" + i).toList());

        assertThat(admissions.choose(this, shard)).isInstanceOf(TopicChoice.Chosen.class);

        assertThat(queue.settlements).containsExactly("defer [new-101]");
    }

    /** This is no outage of Redis: other topics go on, and what was granted for them stays granted. */
    @Test
    void aTopicThatAGateFailsOnIsDeferredAndOthersAreClaimed() {
        admissions.feedback().unavailable("away", new DestinationUnavailable("down", true, null));
        ticker.tick(Duration.ofSeconds(10));
        shard.setDue(List.of("away", "faulty"));

        assertThat(admissions.choose(this, shard))
                .isInstanceOfSatisfying(
                        TopicChoice.Chosen.class,
                        chosen -> assertThat(chosen.topic()).isEqualTo("away"));
        assertThat(queue.settlements).containsExactly("defer [faulty]");
    }
}
