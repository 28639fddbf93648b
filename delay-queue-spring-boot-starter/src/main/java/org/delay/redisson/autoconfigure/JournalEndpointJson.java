package org.delay.redisson.autoconfigure;

import java.time.Instant;
import java.util.List;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.JournalStatus;
import org.delay.redisson.operations.JournalMessageView;
import org.delay.redisson.operations.JournalPage;
import org.delay.redisson.operations.JournalRowView;
import org.delay.redisson.operations.JournalTask;
import org.delay.redisson.operations.JournalView;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** The JSON of the journal's endpoint. Durations are ISO-8601 texts, whatever the application's mapper makes of durations. */
final class JournalEndpointJson {

    private JournalEndpointJson() {}

    record Overview(
            long pending,
            String oldestPending,
            Instance instance,
            @Nullable Task task) implements OperationResponseBody {

        static Overview of(JournalView view, @Nullable JournalTask task) {
            return new Overview(
                    view.backlog().pending(),
                    view.backlog().oldest().toString(),
                    Instance.of(view.status()),
                    task == null ? null : Task.of(task));
        }
    }

    /** What the instance that answers has seen since it started. */
    record Instance(
            long dropped,
            long unchecked,
            long held,
            long bypassed,
            long unknown,
            long ahead,
            int unrecorded,
            int forgotten,
            long lost,
            long restored,
            long absent,
            int waitingShards,
            boolean auditStopped) {

        static Instance of(JournalStatus status) {
            return new Instance(
                    status.dropped(),
                    status.unasked(),
                    status.held(),
                    status.bypassed(),
                    status.unknown(),
                    status.ahead(),
                    status.unrecorded(),
                    status.forgotten(),
                    status.losses(),
                    status.restored(),
                    status.absent(),
                    status.waitingShards(),
                    status.auditStopped());
        }
    }

    record Messages(List<JournalRowView> messages, @Nullable String next) implements OperationResponseBody {

        static Messages of(JournalPage page) {
            return new Messages(page.messages(), page.next());
        }
    }

    record Message(
            JournalRowView message,
            List<JournalMessageView.Entry> history,
            @Nullable StoredRevision inRedis) implements OperationResponseBody {

        static Message of(JournalMessageView view) {
            return new Message(view.row(), view.history(), view.inRedis());
        }
    }

    record Task(
            String operation,
            Object request,
            @Nullable String user,
            Instant startedAt,
            String took,
            JournalTask.State state,
            @Nullable Object report,
            @Nullable String failure)
            implements OperationResponseBody {

        static Task of(JournalTask task) {
            return new Task(
                    task.operation(),
                    task.request(),
                    task.user(),
                    task.startedAt(),
                    task.took().toString(),
                    task.state(),
                    task.report(),
                    task.failure());
        }
    }

    /** Why there is no answer. */
    record Result(String result) implements OperationResponseBody {}
}
