package org.delay.redisson.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claimed;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.ErrorText;
import org.junit.jupiter.api.Test;

class FailureClassifierTest {

    /** One second after the due time of what is claimed here. */
    private static final long NOW = 2_000_000;

    private final FailureClassifier triage = new FailureClassifier(RetryPolicy.DEFAULTS, TopicRules.NONE, 5);
    private final Claimed claimed = claimed("one");

    private static UnreadableBody unreadable(String id) {
        return new UnreadableBody(
                ScriptedQueue.TOPIC, id, Integer.class, new NumberFormatException("For input string: secret"));
    }

    @Test
    void aReadableMessageIsDelivered() {
        assertThat(triage.beforeDelivery(claimed, NOW)).isNull();
    }

    @Test
    void whatALaterVersionWroteIsLeftToItEvenIfItIsOld() {
        Claimed newer = claimed("one", Form.NEWER, Duration.ZERO, 0, 9);

        assertThat(triage.beforeDelivery(newer, NOW)).isEqualTo(new Disposition.Release(Duration.ofSeconds(10), false));
    }

    @Test
    void whatIsDamagedIsBuriedEvenIfItIsOld() {
        Claimed damaged = claimed("one", Form.DAMAGED, Duration.ZERO, 0, 0);

        assertThat(triage.beforeDelivery(damaged, NOW)).isInstanceOf(Disposition.Bury.class);
    }

    @Test
    void whatKilledItsReceiversIsBuriedAtTheLimit() {
        assertThat(triage.beforeDelivery(claimed("one", Form.READABLE, null, 0, 4), NOW))
                .isNull();
        assertThat(triage.beforeDelivery(claimed("one", Form.READABLE, Duration.ZERO, 0, 5), NOW))
                .isInstanceOfSatisfying(
                        Disposition.Bury.class, bury -> assertThat(bury.error()).contains("5 times"));
    }

    @Test
    void timeToLiveCountsFromTheDueTimeAndItsLastMomentIsWithinIt() {
        Duration second = Duration.ofSeconds(1);
        assertThat(triage.beforeDelivery(claimed("one", Form.READABLE, second, 0, 0), NOW))
                .isNull();
        assertThat(triage.beforeDelivery(claimed("one", Form.READABLE, second, 0, 0), NOW + 1))
                .isEqualTo(new Disposition.Expired(second.plusNanos(1_000)));
    }

    @Test
    void anyFailureIsTriedAgainUntilTheAttemptsAreUsedUp() {
        Exception failure = new IllegalStateException("no stock");

        assertThat(triage.afterFailure(claimed, failure)).isInstanceOfSatisfying(Disposition.TryAgain.class, again -> {
            assertThat(again.delay()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1200));
            assertThat(again.mayStillArrive()).isFalse();
            assertThat(again.cause()).isSameAs(failure);
        });
        assertThat(triage.afterFailure(claimed("one", Form.READABLE, null, 8, 0), failure))
                .isInstanceOf(Disposition.TryAgain.class);
        assertThat(triage.afterFailure(claimed("one", Form.READABLE, null, 9, 0), failure))
                .isInstanceOfSatisfying(
                        Disposition.Bury.class, bury -> assertThat(bury.error()).contains("no stock"));
    }

    @Test
    void anErrorIsAFailureToo() {
        assertThat(triage.afterFailure(claimed, new OutOfMemoryError())).isInstanceOf(Disposition.TryAgain.class);
        assertThat(triage.afterFailure(claimed, new NoClassDefFoundError("x")))
                .isInstanceOf(Disposition.TryAgain.class);
    }

    @Test
    void aPermanentFailureIsBuriedWhereverItIsWrapped() {
        assertThat(triage.afterFailure(claimed, new PermanentFailure("never"))).isInstanceOf(Disposition.Bury.class);
        assertThat(triage.afterFailure(claimed, new CompletionException(new PermanentFailure("never"))))
                .isInstanceOf(Disposition.Bury.class);
    }

    @Test
    void anUnreadableBodyIsBuriedIfItIsThisMessages() {
        assertThat(triage.afterFailure(claimed, new IllegalStateException("wrapped", unreadable("one"))))
                .isInstanceOf(Disposition.Bury.class);
        assertThat(triage.afterFailure(claimed, unreadable("other"))).isInstanceOf(Disposition.TryAgain.class);
    }

    @Test
    void anUnavailableDestinationCountsNothing() {
        assertThat(triage.afterFailure(claimed, new DestinationUnavailable("down", true, null)))
                .isEqualTo(new Disposition.Release(Duration.ofSeconds(1), true));
        assertThat(triage.afterFailure(
                        claimed, new DestinationUnavailable("down", false, new PermanentFailure("inner"))))
                .isEqualTo(new Disposition.Release(Duration.ofSeconds(1), false));
    }

    @Test
    void anUnknownOutcomeMayStillArrive() {
        OutcomeUnknown unknown = new OutcomeUnknown("orders", List.of("one"), new IllegalStateException("timed out"));

        assertThat(triage.afterFailure(claimed, unknown))
                .isInstanceOfSatisfying(
                        Disposition.TryAgain.class,
                        again -> assertThat(again.mayStillArrive()).isTrue());
    }

    @Test
    void anUnknownOutcomeOfTheLastAttemptMayStillArrive() {
        FailureClassifier strict = new FailureClassifier(RetryPolicy.DEFAULTS.withMaxAttempts(1), topic -> null, 5);
        OutcomeUnknown unknown = new OutcomeUnknown("orders", List.of("one"), new IllegalStateException("timed out"));

        assertThat(strict.afterFailure(claimed, unknown))
                .isInstanceOfSatisfying(
                        Disposition.Bury.class,
                        bury -> assertThat(bury.mayStillArrive()).isTrue());
        assertThat(strict.afterFailure(claimed, new IllegalStateException("on purpose")))
                .isInstanceOfSatisfying(
                        Disposition.Bury.class,
                        bury -> assertThat(bury.mayStillArrive()).isFalse());
    }

    @Test
    void aCircleOfCausesEnds() {
        Exception a = new IllegalStateException("a");
        a.initCause(new IllegalStateException("b", a));

        assertThat(triage.afterFailure(claimed, a)).isInstanceOf(Disposition.TryAgain.class);
        assertThat(ErrorText.of(a, "")).contains("IllegalStateException: a");
    }

    @Test
    void theErrorTextIsShortAndHasNoBody() {
        Exception wordy =
                new IllegalStateException("bad: body of one\n" + "x".repeat(5_000), new Error("root body of one"));

        String text = ErrorText.of(wordy, "body of one");

        assertThat(text)
                .hasSizeLessThanOrEqualTo(1_000)
                .startsWith("java.lang.IllegalStateException: bad: … xxx")
                .contains(FailureClassifierTest.class.getName())
                .doesNotContain("body of one");
        assertThat(ErrorText.of(unreadable("one"), "secret"))
                .contains("Body can't be read as java.lang.Integer")
                .doesNotContain("secret")
                .doesNotContain("input string");
        assertThat(ErrorText.line(new IllegalStateException(), "")).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void aTopicCanHaveARetryPolicyOfItsOwn() {
        TopicRule once = new TopicRule(RetryPolicy.DEFAULTS.withMaxAttempts(1), null);
        FailureClassifier strict = new FailureClassifier(
                RetryPolicy.DEFAULTS, topic -> topic.equals(ScriptedQueue.TOPIC) ? once : null, 5);
        RuntimeException failure = new IllegalStateException("on purpose");

        assertThat(triage.afterFailure(claimed("one"), failure)).isInstanceOf(Disposition.TryAgain.class);
        assertThat(strict.afterFailure(claimed("one"), failure)).isInstanceOf(Disposition.Bury.class);
    }
}
