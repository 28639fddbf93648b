package org.delay.redisson.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.JournalTask;
import org.jspecify.annotations.Nullable;

/** Restores from the journal of this application. */
@RequiredArgsConstructor
final class JournalRestorer implements Restorer {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final JournalOperations operations;

    @Override
    public Progress restore(Access access, @Nullable String topic, JsonFields request) {
        Boolean dryRun = request.flagIfGiven("dryRun");
        if (dryRun == null) {
            throw ApiProblem.invalid("'dryRun' must be given: true only counts");
        }
        String id = request.text("id");
        boolean isAll = request.flag("all");
        if (!dryRun && !isAll && topic == null && id == null) {
            throw ApiProblem.invalid("'topic', 'id' or 'all' must be given, unless 'dryRun' is true");
        }
        RestoreRequest byDefault = RestoreRequest.ALL;
        RestoreRequest restore = byDefault
                .withDryRun(dryRun)
                .withTopic(topic)
                .withId(id)
                .withOverdue(Objects.requireNonNullElse(
                        request.constant("overdue", RestoreRequest.Overdue.class), byDefault.overdue()));
        request.end();
        return progress(operations.restore(access, restore, PATIENCE));
    }

    @Override
    public Optional<Progress> progress(Access access) {
        return operations.task(access).map(JournalRestorer::progress);
    }

    private static Progress progress(JournalTask task) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", task.operation());
        json.put("state", task.state().name());
        json.put("startedAt", task.startedAt().toString());
        json.put("tookMs", task.took().toMillis());
        MessageJson.put(json, "failure", task.failure());
        if (task.report() instanceof RestoreReport report) {
            json.put("report", report(report));
        }
        return new Progress(task.state() == JournalTask.State.RUNNING, json);
    }

    private static Map<String, Object> report(RestoreReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("waiting", report.waiting());
        json.put("missing", report.missing());
        json.put("overdue", report.overdue());
        MessageJson.put(
                json, "oldest", report.oldest() == null ? null : report.oldest().toString());
        json.put("restored", report.restored());
        json.put("expired", report.expired());
        json.put("failed", report.failed());
        json.put("finished", report.finished());
        return json;
    }
}
