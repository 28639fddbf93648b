package org.delay.redisson.test;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.Progress;
import org.delay.redisson.BulkTask.State;
import org.jspecify.annotations.Nullable;

/** The last bulk task of each topic. Guarded by the queue's lock. */
final class MemoryTasks {

    private static final Duration REMEMBERED = Duration.ofDays(1);

    private final Map<String, Stored> tasks = new HashMap<>();

    private record Stored(BulkTask task, Duration life) {

        BulkTask at(Instant now) {
            return task.state() == State.RUNNING && !isAlive(now) ? with(State.INTERRUPTED) : task;
        }

        BulkTask with(State state) {
            return new BulkTask(
                    task.id(),
                    task.request(),
                    state,
                    task.progress(),
                    task.stopping(),
                    task.startedAt(),
                    task.seenAt());
        }

        /** Not one that was seen in the future: the clock was set back since. */
        boolean isAlive(Instant now) {
            return task.state() == State.RUNNING
                    && Duration.between(task.seenAt(), now).abs().compareTo(life) <= 0;
        }
    }

    BulkTask begin(String id, BulkRequest request, Duration life, Moment moment) {
        Instant now = moment.claimTime();
        String topic = request.filter().topic();
        Stored known = tasks.get(topic);
        if (known != null && (known.isAlive(now) || known.task().id().equals(id))) {
            return known.at(now);
        }
        tasks.values()
                .removeIf(stored -> !stored.isAlive(now)
                        && Duration.between(stored.task().seenAt(), now).abs().compareTo(REMEMBERED) > 0);
        BulkTask task = new BulkTask(id, request, State.RUNNING, Progress.NONE, false, now, now);
        tasks.put(topic, new Stored(task, life));
        return task;
    }

    Optional<BulkTask> report(String topic, String id, State state, Progress progress, Moment moment) {
        Instant now = moment.claimTime();
        Stored known = tasks.get(topic);
        if (known == null || !known.task().id().equals(id)) {
            return Optional.empty();
        }
        BulkTask task = known.task();
        if (state == State.INTERRUPTED) {
            return task.state() == State.RUNNING && !known.isAlive(now)
                    ? Optional.of(put(topic, known, known.with(state)))
                    : Optional.empty();
        }
        if (!known.isAlive(now)) {
            return task.state() == state && state != State.RUNNING ? Optional.of(task) : Optional.empty();
        }
        return Optional.of(put(
                topic,
                known,
                new BulkTask(id, task.request(), state, progress, task.stopping(), task.startedAt(), now)));
    }

    Optional<BulkTask> stop(String topic, Moment moment) {
        Instant now = moment.claimTime();
        @Nullable Stored known = tasks.get(topic);
        if (known == null) {
            return Optional.empty();
        }
        BulkTask task = known.task();
        return Optional.of(
                known.isAlive(now)
                        ? put(
                                topic,
                                known,
                                new BulkTask(
                                        task.id(),
                                        task.request(),
                                        task.state(),
                                        task.progress(),
                                        true,
                                        task.startedAt(),
                                        task.seenAt()))
                        : known.at(now));
    }

    private BulkTask put(String topic, Stored known, BulkTask task) {
        tasks.put(topic, new Stored(task, known.life()));
        return task;
    }

    List<BulkTask> all(Moment now) {
        return tasks.values().stream()
                .map(stored -> stored.at(now.claimTime()))
                .sorted(comparing(BulkTask::startedAt).reversed())
                .toList();
    }

    void clear() {
        tasks.clear();
    }
}
