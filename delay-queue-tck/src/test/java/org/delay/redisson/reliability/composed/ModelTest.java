package org.delay.redisson.reliability.composed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.reliability.composed.Audit.Circumstances;
import org.delay.redisson.reliability.composed.Audit.Window;
import org.delay.redisson.reliability.composed.Entry.What;
import org.delay.redisson.reliability.composed.Fault.Reach;
import org.delay.redisson.reliability.composed.Subject.Content;
import org.delay.redisson.reliability.composed.Subject.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plants each fault in a journal in which all else is well: it must be found, and nothing besides. */
class ModelTest {

    private static final String HEALTHY = Plan.HEALTHY.topic(0);

    private static final String SCHEDULED = "SCHEDULED/RETURNS";

    private final Plan plan = new Plan(1, 1);
    private final List<Entry> entries = new ArrayList<>();
    private final List<Window> windows = new ArrayList<>();
    private int ends;
    private int disturbances;
    private Duration slack = Duration.ZERO;
    private boolean atRest;
    private String topic = HEALTHY;

    @BeforeEach
    void allIsWell() {
        add(Kind.HANDLED, Conduct.THROWS);
        add(Kind.HANDLED, Conduct.GIVES_UP);
        add(Kind.KAFKA_COMPACTED, Conduct.RETURNS);
        sent("delivered", 1, 0, 100, SCHEDULED);
        delivered("delivered", 1, 101, 1, 100);
        sent("cancelled", 1, 0, 1_000, SCHEDULED);
        call(What.CANCEL, "cancelled", 1, 10, 0, "CANCELLED");
        sent("under way", 1, 0, 100, SCHEDULED);
        begun("under way", 1, 101, 1, 100);
        call(What.CANCEL, "under way", 1, 150, 0, "IN_FLIGHT");
        note(What.EFFECT, "under way", 1, 5_000, 1, 100, "");
        sent("moved", 1, 0, 100, SCHEDULED);
        call(What.RESCHEDULE, "moved", 1, 10, 1_000, "RESCHEDULED");
        delivered("moved", 1, 1_001, 1, 1_000);
        sent("replaced", 1, 0, 100, SCHEDULED);
        sent("replaced", 2, 50, 500, "REPLACED/RETURNS");
        delivered("replaced", 2, 501, 1, 500);
        sent("nobody knows", 1, 0, 0, "UNKNOWN/RETURNS");
        sent("refused", 1, 0, 0, "REFUSED/RETURNS");
        sent("far", 1, 0, 3_600_000, SCHEDULED);
        note(What.LEFT, "far", 0, 60_000, 0, 0, "DUE null");
    }

    private void add(Kind kind, Conduct conduct) {
        plan.add(new Subject(kind + "_" + conduct, 1, 1, kind, conduct, 1, Content.SHORT, true));
    }

    private void in(Kind kind, Conduct conduct) {
        topic = plan.subjects.stream()
                .filter(subject -> subject.kind() == kind && subject.conduct() == conduct)
                .findFirst()
                .orElseThrow()
                .topic(0);
    }

    /** Times are milliseconds from the beginning. */
    private void sent(String id, int version, long at, long due, String text) {
        entries.add(new Entry(What.SENT, at * 1_000, at * 1_000 + 500, topic, id, version, 0, due, text));
    }

    private void call(What what, String id, int version, long at, long due, String text) {
        entries.add(new Entry(what, at * 1_000, at * 1_000 + 500, topic, id, version, 0, due, text));
    }

    private void note(What what, String id, int version, long at, int attempt, long due, String text) {
        entries.add(new Entry(what, at * 1_000, at * 1_000, topic, id, version, attempt, due, text));
    }

    private void begun(String id, int version, long at, int attempt, long due) {
        note(What.BEGUN, id, version, at, attempt, due, "RETURNS");
    }

    private void delivered(String id, int version, long at, int attempt, long due) {
        begun(id, version, at, attempt, due);
        note(What.EFFECT, id, version, at, attempt, due, "");
    }

    private void assertFound(Finding.What... expected) {
        List<Finding> findings =
                new Audit(plan, new Circumstances(windows, ends, disturbances, slack, atRest)).findings(entries);
        assertThat(findings).extracting(Finding::what).containsExactlyInAnyOrder(expected);
    }

    @Test
    void nothingIsFoundWhereAllIsWell() {
        assertFound();
    }

    @Test
    void aLostMessage() {
        sent("never seen", 1, 0, 100, SCHEDULED);

        assertFound(Finding.What.LOST);
    }

    @Test
    void aLaterVersionThatIsLost() {
        sent("replaced again", 1, 0, 100, SCHEDULED);
        sent("replaced again", 2, 10, 200, "REPLACED_IN_FLIGHT/RETURNS");
        delivered("replaced again", 1, 101, 1, 100);

        assertFound(Finding.What.LOST);
    }

    @Test
    void oneThatIsSaidNotToBeThereAndNeverComes() {
        sent("gone", 1, 0, 100, SCHEDULED);
        call(What.CANCEL, "gone", 1, 200, 0, "NOT_FOUND");

        assertFound(Finding.What.LOST);
    }

    @Test
    void oneThatIsSaidNotToBeThereBeforeItIsDue() {
        sent("denied", 1, 0, 100, SCHEDULED);
        call(What.CANCEL, "denied", 1, 50, 0, "NOT_FOUND");
        delivered("denied", 1, 101, 1, 100);

        assertFound(Finding.What.UNTRUE_ANSWER);
    }

    @Test
    void oneThatIsUnderWayBeforeItIsDue() {
        sent("hasty", 1, 0, 1_000, SCHEDULED);
        call(What.CANCEL, "hasty", 1, 50, 0, "IN_FLIGHT");

        assertFound(Finding.What.UNTRUE_ANSWER);
    }

    @Test
    void oneThatIsEarly() {
        sent("early", 1, 0, 1_000, SCHEDULED);
        delivered("early", 1, 999, 1, 1_000);

        assertFound(Finding.What.EARLY);
    }

    @Test
    void oneThatIsEarlyByItsNewTime() {
        sent("early", 1, 0, 100, SCHEDULED);
        call(What.RESCHEDULE, "early", 1, 10, 1_000, "RESCHEDULED");
        delivered("early", 1, 999, 1, 1_000);

        assertFound(Finding.What.EARLY, Finding.What.MOVED_AND_DELIVERED);
    }

    @Test
    void oneThatComesSoonerSinceItWasMovedIsNoFinding() {
        sent("sooner", 1, 0, 1_000, SCHEDULED);
        call(What.RESCHEDULE, "sooner", 1, 10, 100, "RESCHEDULED");
        delivered("sooner", 1, 101, 1, 100);

        assertFound();
    }

    @Test
    void oneThatComesAfterCancelled() {
        sent("zombie", 1, 0, 100, SCHEDULED);
        begun("zombie", 1, 101, 1, 100);
        call(What.CANCEL, "zombie", 1, 150, 0, "CANCELLED");
        note(What.EFFECT, "zombie", 1, 250, 1, 100, "");

        assertFound(Finding.What.CANCELLED_AND_DELIVERED);
    }

    @Test
    void oneThatComesAtItsOldTime() {
        sent("early", 1, 0, 100, SCHEDULED);
        begun("early", 1, 101, 1, 100);
        call(What.RESCHEDULE, "early", 1, 150, 5_000, "RESCHEDULED");
        note(What.EFFECT, "early", 1, 250, 1, 100, "");

        assertFound(Finding.What.MOVED_AND_DELIVERED);
    }

    @Test
    void oneThatComesWithItsOldBody() {
        sent("stale", 1, 0, 100, SCHEDULED);
        begun("stale", 1, 101, 1, 100);
        sent("stale", 2, 150, 300, "REPLACED/RETURNS");
        note(What.EFFECT, "stale", 1, 250, 1, 100, "");
        delivered("stale", 2, 301, 1, 300);

        assertFound(Finding.What.REPLACED_AND_DELIVERED);
    }

    @Test
    void oneThatCameLateOverwroteALaterOne() {
        sent("overwritten", 1, 0, 0, "UNKNOWN/RETURNS");
        sent("overwritten", 2, 10, 1_000, SCHEDULED);
        delivered("overwritten", 1, 700, 1, 700);

        assertFound(Finding.What.REPLACED_AND_DELIVERED, Finding.What.LOST);
    }

    @Test
    void anotherBodyThanWasSent() {
        sent("garbled", 1, 0, 100, SCHEDULED);
        note(What.GARBLED, "garbled", 1, 101, 1, 100, "RETURNS");
        note(What.EFFECT, "garbled", 1, 101, 1, 100, "");

        assertFound(Finding.What.GARBLED);
    }

    @Test
    void anErrorThatTheDocumentsDoNotKnow() {
        sent("strange", 1, 0, 0, Load.SURPRISE + "java.lang.NullPointerException/RETURNS");

        assertFound(Finding.What.UNDOCUMENTED_ERROR);
    }

    @Test
    void aCallThatDoesNotEnd() {
        entries.add(new Entry(What.SENT, 0, TimeUnit.SECONDS.toMicros(31), topic, "slow", 1, 0, 0, "UNKNOWN/RETURNS"));

        assertFound(Finding.What.HANGING_CALL);

        slack = Duration.ofSeconds(2);
        assertFound();
    }

    @Test
    void aDeadLetterWithoutACause() {
        sent("dead", 1, 0, 100, SCHEDULED);
        note(What.LEFT, "dead", 0, 60_000, 10, 0, "DEAD no reason");

        assertFound(Finding.What.DEAD_WITHOUT_CAUSE);

        atRest = true;
        assertFound();
    }

    @Test
    void oneThatDiesByItsHandlerIsNoFinding() {
        in(Kind.HANDLED, Conduct.THROWS);
        sent("dead", 1, 0, 100, "SCHEDULED/THROWS");
        note(What.LEFT, "dead", 0, 60_000, 10, 0, "DEAD as it was to be");

        assertFound();
    }

    @Test
    void oneThatDiesOfItsNeighbours() {
        in(Kind.KAFKA_COMPACTED, Conduct.RETURNS);
        String good = "a";
        String bad = "b";
        assertThat(Subject.hasKey(good)).isTrue();
        assertThat(Subject.hasKey(bad)).isFalse();
        for (String id : List.of(good, bad)) {
            sent(id, 1, 0, 100, SCHEDULED);
            note(What.LEFT, id, 0, 60_000, 1, 0, "DEAD refused");
        }

        assertFound(Finding.What.DEAD_WITHOUT_CAUSE);
    }

    @Test
    void anAttemptThatIsUsedUpByNothing() {
        sent("again", 1, 0, 100, SCHEDULED);
        delivered("again", 1, 101, 1, 100);
        delivered("again", 1, 301, 2, 100);

        assertFound(Finding.What.ATTEMPT_WITHOUT_FAILURE);

        disturbances = 1;
        assertFound();
    }

    @Test
    void aDeathThatIsNotCounted() {
        add(Kind.HANDLED, Conduct.HALTS);
        in(Kind.HANDLED, Conduct.HALTS);
        sent("deadly", 1, 0, 100, "SCHEDULED/HALTS");
        begun("deadly", 1, 101, 1, 100);
        begun("deadly", 1, 901, 1, 100);
        note(What.LEFT, "deadly", 0, 60_000, 0, 0, "LEASED null");

        assertFound(Finding.What.FAILURE_WITHOUT_ATTEMPT);
    }

    @Test
    void oneThatIsTriedAgainThoughNothingCanHelp() {
        in(Kind.HANDLED, Conduct.GIVES_UP);
        sent("given up", 1, 0, 100, "SCHEDULED/GIVES_UP");
        begun("given up", 1, 101, 1, 100);
        note(What.THREW, "given up", 1, 102, 1, 100, "PermanentFailure");
        delivered("given up", 1, 901, 2, 100);

        assertFound(Finding.What.PERMANENT_TRIED_AGAIN);

        disturbances = 1;
        assertFound();
    }

    @Test
    void slowHandlersHaveTheWorkersThatKafkaAndHangingTopicsLeave() {
        plan.add(new Subject("slow", 10, 10, Kind.HANDLED, Conduct.IS_SLOW, 1, Content.SHORT, true));

        assertBacklog(4, 7);
        assertBacklog(2, 20);
        assertBacklog(1, 20);

        plan.add(new Subject("hangs once", 1, 1, Kind.HANDLED, Conduct.HANGS, 1, Content.SHORT, true));
        assertBacklog(4, 7);

        plan.add(new Subject("hangs", 1, 2, Kind.HANDLED, Conduct.HANGS, 1, Content.SHORT, true));
        assertBacklog(4, 20);
    }

    private void assertBacklog(int workers, int seconds) {
        plan.settings(settings -> settings.toBuilder().workers(workers).build());
        assertThat(plan.backlog(Plan.HEALTHY)).isCloseTo(Duration.ofSeconds(seconds), Duration.ofSeconds(1));
    }

    @Test
    void aHealthyTopicsMessageThatIsLate() {
        sent("late", 1, 0, 100, SCHEDULED);
        delivered("late", 1, 9_000, 1, 100);

        assertFound(Finding.What.LATE);

        windows.add(new Window(Reach.KAFKA, 0, 5_000_000, Duration.ZERO));
        assertFound(Finding.What.LATE);

        plan.settings(settings -> settings.toBuilder().workers(1).build());
        assertFound();

        plan.settings(settings -> settings.toBuilder().workers(2).build());
        windows.add(new Window(Reach.ALL, 0, 5_000_000, Duration.ZERO));
        assertFound();
    }

    @Test
    void aFloodInTheLog() {
        for (int i = 0; i < 100; i++) {
            entries.add(new Entry(What.LOGGED, i, i, "", "", 0, 0, 0, "Redis is away"));
            entries.add(new Entry(What.LOGGED, i, i, "", "", 0, 0, 0, "One of a few " + i % 10));
        }

        assertFound(Finding.What.FLOOD);

        ends = 2;
        assertFound();
    }

    @Test
    void aLineForEachExceptionOfAHandlersIsNoFlood() {
        for (int i = 0; i < 100; i++) {
            entries.add(new Entry(What.THREW, i, i, "", "", 0, 0, 0, "IllegalStateException"));
            entries.add(new Entry(What.LOGGED, i, i, "", "", 0, 0, 0, "A message failed and will be retried"));
        }

        assertFound();
    }
}
