package org.delay.redisson.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkRequest.Change;
import org.delay.redisson.BulkResult;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Dead letters are changed in the background, by one task a topic. */
@ExtendWith(OutputCaptureExtension.class)
class DeadLetterTasksTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final DeadLetterFilter ALL = DeadLetterFilter.of("orders");
    private static final int FAST = 1_000_000;

    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final List<BulkTask> told = new CopyOnWriteArrayList<>();
    private final DeadLetterTasks tasks = new DeadLetterTasks(queue, told::add);
    private final Access operator = Access.full("alice");

    @Test
    void redrivesThoseThatMatchAndLogsBeginAndEnd(CapturedOutput output) {
        bury("a", 450, "no carrier\n  at Some.place");
        bury("b", 20, "other");

        DeadLetterTasks.Begun begun = tasks.begin(operator, Change.REDRIVE, ALL.withFirstLine("no carrier"), FAST);

        assertThat(begun.isNew()).isTrue();
        assertThat(begun.task().request().user()).isEqualTo("alice");
        BulkTask ended = ended();
        assertThat(ended.state()).isEqualTo(State.DONE);
        assertThat(ended.progress()).isEqualTo(new BulkTask.Progress(450, 0, 450, null));
        assertThat(queue.counts("orders").due()).isEqualTo(450);
        assertThat(queue.counts("orders").dead()).isEqualTo(20);
        assertThat(tasks.task(operator, "orders")).contains(ended);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(output)
                        .contains("Operation by alice: begin a task: BulkRequest[change=REDRIVE")
                        .contains("Operation by alice: task: BulkRequest[change=REDRIVE", "DONE Progress[changed=450"));
        await().atMost(LONG).until(() -> told.equals(List.of(ended)));
    }

    @Test
    void deletesNoMoreThanTheLimit() {
        bury("a", 300, "no use");

        tasks.begin(operator, Change.DELETE, ALL.withLimit(250), FAST);

        assertThat(ended().progress().changed()).isEqualTo(250);
        assertThat(queue.counts("orders").dead()).isEqualTo(50);
    }

    @Test
    void aSecondBeginAnswersWithTheRunningTask() {
        bury("a", 50, "no use");
        DeadLetterTasks other = new DeadLetterTasks(queue, told::add);
        BulkTask first = tasks.begin(operator, Change.REDRIVE, ALL, 1).task();

        DeadLetterTasks.Begun second = other.begin(operator, Change.DELETE, ALL, FAST);

        assertThat(second.isNew()).isFalse();
        assertThat(second.task().id()).isEqualTo(first.id());
        assertThat(second.task().request().change()).isEqualTo(Change.REDRIVE);
        assertThat(other.tasks(operator)).extracting(BulkTask::id).containsExactly(first.id());
        tasks.close();
    }

    @Test
    void anotherInstanceStopsItAndTheRestIsRedrivenLater() {
        bury("a", 500, "no use");
        tasks.begin(operator, Change.REDRIVE, ALL, 5);

        assertThat(new DeadLetterTasks(queue, told::add)
                        .stop(operator, "orders")
                        .orElseThrow()
                        .stopping())
                .isTrue();

        assertThat(ended().state()).isEqualTo(State.STOPPED);
        assertThat(queue.counts("orders").dead()).isPositive();
        tasks.begin(operator, Change.REDRIVE, ALL, FAST);
        assertThat(ended().state()).isEqualTo(State.DONE);
        assertThat(queue.counts("orders").due()).isEqualTo(500);
        await().atMost(LONG).until(() -> told.size() == 2);
        assertThat(told).extracting(BulkTask::state).containsExactly(State.STOPPED, State.DONE);
    }

    @Test
    void keepsToItsRate() {
        bury("a", 300, "no use");
        long began = System.nanoTime();

        tasks.begin(operator, Change.REDRIVE, ALL, 100);

        assertThat(ended().state()).isEqualTo(State.DONE);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(2_500));
    }

    @Test
    void lettersThatDieAfterTheBeginAreLeft() {
        bury("a", 40, "no use");
        tasks.begin(operator, Change.DELETE, ALL, 20);
        await().atMost(LONG).until(() -> queue.counts("orders").dead() < 40);
        bury("later", 5, "no use");

        assertThat(ended().progress().changed()).isEqualTo(40);
        assertThat(queue.counts("orders").dead()).isEqualTo(5);
    }

    @Test
    void aShutdownStopsIt() {
        bury("a", 50, "no use");
        tasks.begin(operator, Change.REDRIVE, ALL, 1);

        tasks.close();

        assertThat(ended().state()).isEqualTo(State.STOPPED);
    }

    @Test
    void anInterruptionIsToldOnceWhoeverSeesIt(CapturedOutput output) {
        queue.beginTask("dead", new BulkRequest(Change.REDRIVE, ALL, 5, "bob"), Duration.ofMillis(1));
        await().atMost(LONG).until(() -> ended().state() == State.INTERRUPTED);

        tasks.reportInterrupted();
        new DeadLetterTasks(queue, told::add).reportInterrupted();

        assertThat(told).hasSize(1);
        assertThat(told.get(0).state()).isEqualTo(State.INTERRUPTED);
        assertThat(output).containsOnlyOnce("Operation by bob: task: BulkRequest[change=REDRIVE");
    }

    @Test
    void oneThatIsRecordedAsInterruptedIsNotToldAgainByItsInstance() {
        bury("a", 50, "no use");
        DelayQueueMessage forgotten = new ForwardingDelayQueue(queue) {
            @Override
            public Optional<BulkTask> reportTask(
                    String topic, String id, BulkTask.State state, BulkTask.Progress progress) {
                return Optional.empty();
            }
        };

        DeadLetterTasks late = new DeadLetterTasks(forgotten, told::add);
        late.begin(operator, Change.REDRIVE, ALL, 5);
        late.close();

        assertThat(told).isEmpty();
    }

    @Test
    void aListenerThatFailsChangesNothing(CapturedOutput output) {
        bury("a", 5, "no use");
        new DeadLetterTasks(queue, task -> {
                    throw new IllegalStateException("on purpose");
                })
                .begin(operator, Change.REDRIVE, ALL, FAST);

        assertThat(ended().state()).isEqualTo(State.DONE);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(output)
                        .contains("A listener failed when it was told that the task of topic orders has ended"));
    }

    @Test
    void aCallThatFailsEndsIt() {
        bury("a", 50, "no use");
        DelayQueueMessage failing = new ForwardingDelayQueue(queue) {
            @Override
            public BulkResult redriveDead(String topic, Collection<Letter> letters) {
                throw new IllegalStateException("on purpose");
            }
        };

        new DeadLetterTasks(failing, told::add).begin(operator, Change.REDRIVE, ALL, FAST);

        BulkTask ended = ended();
        assertThat(ended.state()).isEqualTo(State.FAILED);
        assertThat(ended.progress().failure()).contains("on purpose");
        assertThat(queue.counts("orders").dead()).isEqualTo(50);
    }

    @Test
    void readersMayLookOnly() {
        assertThatThrownBy(() -> tasks.begin(Access.READ_ONLY, Change.DELETE, ALL, 1))
                .isInstanceOf(AccessDenied.class);
        assertThatThrownBy(() -> tasks.stop(Access.READ_ONLY, "orders")).isInstanceOf(AccessDenied.class);
        assertThat(tasks.task(Access.READ_ONLY, "orders")).isEmpty();
        assertThat(tasks.tasks(Access.READ_ONLY)).isEmpty();
    }

    private BulkTask ended() {
        return await().atMost(LONG).until(() -> queue.tasks().get(0), task -> task.state() != State.RUNNING);
    }

    private void bury(String prefix, int number, String error) {
        List<OutgoingMessage> messages = IntStream.range(0, number)
                .mapToObj(i -> OutgoingMessage.to("orders")
                        .id(prefix + i)
                        .body("")
                        .delay(Duration.ZERO)
                        .build())
                .collect(Collectors.toList());
        queue.schedule(messages);
        for (int left = number; left > 0; ) {
            ClaimResult claim = queue.claim(new ClaimRequest(
                    0,
                    "orders",
                    new ClaimId(UUID.randomUUID().toString(), 1),
                    LONG,
                    new ClaimLimit(ClaimLimit.MAX_MESSAGES, 1_000_000)));
            List<GivenUp> mine = claim.messages().stream()
                    .filter(claimed -> claimed.message().id().startsWith(prefix))
                    .map(claimed -> new GivenUp(claimed.message().id(), error, false, false))
                    .toList();
            queue.bury(claim.lease(), mine);
            left -= mine.size();
        }
    }
}
