package org.delay.redisson.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkTask;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.jspecify.annotations.Nullable;

/** The bulk tasks as JSON. */
@RequiredArgsConstructor
final class Tasks {

    private final DeadLetterTasks tasks;

    /**
     * The last task of each topic, the latest first.
     *
     * @param named whether to say who began it: not to everybody who may look
     */
    Object all(boolean named) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        tasks.tasks(Access.READ_ONLY).forEach(task -> all.add(json(task, named)));
        return Json.object("tasks", all);
    }

    private static Map<String, @Nullable Object> json(BulkTask task, boolean named) {
        DeadLetterFilter filter = task.request().filter();
        BulkTask.Progress progress = task.progress();
        return Json.object(
                "id", task.id(),
                "topic", filter.topic(),
                "change", task.request().change(),
                "error", filter.error(),
                "firstLine", filter.firstLine(),
                "diedBy", filter.diedBy() == null ? task.startedAt() : filter.diedBy(),
                "limit", filter.limit() == Integer.MAX_VALUE ? null : filter.limit(),
                "perSecond", task.request().perSecond(),
                "user", named ? task.request().user() : null,
                "state", task.state(),
                "stopping", task.stopping(),
                "changed", progress.changed(),
                "kept", progress.kept(),
                "failure", progress.failure(),
                "startedAt", task.startedAt(),
                "took", task.took());
    }
}
