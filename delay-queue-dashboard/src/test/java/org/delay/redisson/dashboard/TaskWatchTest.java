package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;

/** People are told of an interrupted task although nobody looks at a page. */
class TaskWatchTest {

    @Test
    void aTaskWhoseInstanceDiedIsToldOf() {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        List<BulkTask> told = new CopyOnWriteArrayList<>();
        BulkRequest request = new BulkRequest(BulkRequest.Change.REDRIVE, DeadLetterFilter.of("orders"), 5, "bob");
        TaskWatch watch = TaskWatch.start(new DeadLetterTasks(queue, told::add), Duration.ofMillis(5));
        try {
            queue.beginTask("dead", request, Duration.ofMillis(1));

            Awaitility.await().until(() -> !told.isEmpty());
            assertThat(told).extracting(BulkTask::state).containsExactly(State.INTERRUPTED);
        } finally {
            watch.close();
        }
    }
}
