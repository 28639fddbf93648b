package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkRequest.Change;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.Progress;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage;
import org.junit.jupiter.api.Test;

/** A topic has one task at a time, which all instances know. */
abstract class TasksContract extends ContractFixture {

    private static final BulkRequest REQUEST = new BulkRequest(
            Change.REDRIVE,
            DeadLetterFilter.of(TOPIC)
                    .withOlderThan(Duration.ofSeconds(3))
                    .withError("a \"quoted\" ü\nerror")
                    .withFirstLine("")
                    .withDiedBy(Instant.ofEpochMilli(1_795_179_600_123L))
                    .withLimit(77),
            100,
            "an \"operator\"\n");

    private static final BulkRequest PLAIN =
            new BulkRequest(Change.DELETE, DeadLetterFilter.of(TOPIC), BulkRequest.MAX_RATE, null);

    @Test
    void isRememberedAsItWasAskedFor() throws Exception {
        Instant before = now();

        BulkTask task = queue.beginTask("one", REQUEST, LATER);

        assertThat(task.id()).isEqualTo("one");
        assertThat(task.request()).isEqualTo(REQUEST);
        assertThat(task.state()).isEqualTo(State.RUNNING);
        assertThat(task.progress()).isEqualTo(Progress.NONE);
        assertThat(task.stopping()).isFalse();
        assertThat(task.startedAt()).isBetween(before.minusMillis(1), now()).isEqualTo(task.seenAt());
        assertThat(open().tasks()).containsExactly(task);
        assertThat(queue.beginTask("one", REQUEST, LATER)).isEqualTo(task);
    }

    @Test
    void aTopicHasOneAtATime() throws Exception {
        BulkTask first = queue.beginTask("one", REQUEST, LATER);

        assertThat(open().beginTask("two", PLAIN, LATER)).isEqualTo(first);

        BulkRequest other = new BulkRequest(Change.DELETE, DeadLetterFilter.of("reminders"), 5, "somebody");
        assertThat(queue.beginTask("three", other, LATER).id()).isEqualTo("three");
        assertThat(queue.tasks()).extracting(BulkTask::id).containsExactlyInAnyOrder("one", "three");
    }

    @Test
    void ofManyThatBeginAtOnceOneDoes() {
        List<CompletableFuture<BulkTask>> calls = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> queue.beginTask(UUID.randomUUID().toString(), PLAIN, LATER), THREADS))
                .toList();

        assertThat(calls.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    }

    @Test
    void reportsAreSeenUntilItEnds() throws Exception {
        queue.beginTask("one", REQUEST, LATER);
        passTime(Duration.ofMillis(3));

        BulkTask running = queue.reportTask(TOPIC, "one", State.RUNNING, new Progress(3, 1, 5, null))
                .orElseThrow();

        assertThat(running.progress()).isEqualTo(new Progress(3, 1, 5, null));
        assertThat(running.took()).isPositive();
        assertThat(open().tasks()).containsExactly(running);
        Progress last = new Progress(7, 1, 9, "it \"failed\"\nbadly");
        BulkTask ended = queue.reportTask(TOPIC, "one", State.FAILED, last).orElseThrow();
        assertThat(ended.state()).isEqualTo(State.FAILED);
        assertThat(ended.progress()).isEqualTo(last);
        assertThat(queue.reportTask(TOPIC, "one", State.FAILED, last)).contains(ended);
        assertThat(queue.reportTask(TOPIC, "one", State.RUNNING, last)).isEmpty();
        assertThat(queue.tasks()).containsExactly(ended);
        assertThat(queue.beginTask("two", PLAIN, LATER).id()).isEqualTo("two");
        assertThat(queue.tasks()).extracting(BulkTask::id).containsExactly("two");
        assertThat(queue.reportTask(TOPIC, "one", State.DONE, last)).isEmpty();
    }

    @Test
    void anyInstanceStopsIt() throws Exception {
        queue.beginTask("one", REQUEST, LATER);
        DelayQueueMessage other = open();

        assertThat(other.stopTask(TOPIC).orElseThrow().stopping()).isTrue();

        BulkTask told =
                queue.reportTask(TOPIC, "one", State.RUNNING, Progress.NONE).orElseThrow();
        assertThat(told.stopping()).isTrue();
        assertThat(told.state()).isEqualTo(State.RUNNING);
        BulkTask stopped =
                queue.reportTask(TOPIC, "one", State.STOPPED, Progress.NONE).orElseThrow();
        assertThat(other.stopTask(TOPIC)).contains(stopped);
        assertThat(other.stopTask("reminders")).isEmpty();
    }

    @Test
    void oneWhoseInstanceDiedIsInterrupted() {
        queue.beginTask("one", REQUEST, SHORT);
        passTime(SHORT.plusMillis(3));

        assertThat(queue.tasks()).extracting(BulkTask::state).containsExactly(State.INTERRUPTED);
        assertThat(queue.stopTask(TOPIC).map(BulkTask::state)).contains(State.INTERRUPTED);
        assertThat(queue.reportTask(TOPIC, "one", State.RUNNING, Progress.NONE)).isEmpty();
        BulkTask next = queue.beginTask("two", PLAIN, LATER);
        assertThat(next.id()).isEqualTo("two");
        assertThat(next.request()).isEqualTo(PLAIN);
        assertThat(queue.reportTask(TOPIC, "one", State.DONE, Progress.NONE)).isEmpty();
        assertThat(queue.tasks()).containsExactly(next);
    }

    @Test
    void oneOfAllThatSeeAnInterruptionRecordsIt() throws Exception {
        queue.beginTask("one", REQUEST, SHORT);
        queue.beginTask("lives", new BulkRequest(Change.DELETE, DeadLetterFilter.of("reminders"), 5, null), LATER);
        Progress progress = new Progress(3, 1, 5, null);
        Optional<BulkTask> reported = queue.reportTask(TOPIC, "one", State.RUNNING, progress);
        passTime(SHORT.plusMillis(3));
        DelayQueueMessage other = open();

        assertThat(other.reportTask("reminders", "lives", State.INTERRUPTED, Progress.NONE))
                .isEmpty();
        BulkTask first =
                queue.reportTask(TOPIC, "one", State.INTERRUPTED, Progress.NONE).orElseThrow();

        assertThat(first.state()).isEqualTo(State.INTERRUPTED);
        reported.ifPresent(task -> assertThat(first.progress()).isEqualTo(progress));
        assertThat(other.reportTask(TOPIC, "one", State.INTERRUPTED, Progress.NONE))
                .isEmpty();
        assertThat(other.tasks()).contains(first);
        assertThat(queue.reportTask(TOPIC, "one", State.RUNNING, Progress.NONE)).isEmpty();
        assertThat(queue.beginTask("two", PLAIN, LATER).id()).isEqualTo("two");
    }

    @Test
    void oneThatEndedLongAgoIsForgotten() {
        assumeThat(timeJumps()).as("a day passes at once").isTrue();
        queue.beginTask("one", REQUEST, LATER);
        assertThat(queue.reportTask(TOPIC, "one", State.DONE, Progress.NONE)).isPresent();
        passTime(Duration.ofHours(25));
        queue.beginTask("two", new BulkRequest(Change.DELETE, DeadLetterFilter.of("b"), 5, null), LATER);

        assertThat(queue.tasks()).extracting(BulkTask::id).containsExactly("two");
    }

    @Test
    void refusesBadArguments() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.beginTask("no id", PLAIN, LATER));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.beginTask("one", PLAIN, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BulkRequest(Change.DELETE, DeadLetterFilter.of(TOPIC), 0, null))
                .withMessage("perSecond must be 1 to 1000000, but is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> queue.stopTask("no topic"));
    }
}
