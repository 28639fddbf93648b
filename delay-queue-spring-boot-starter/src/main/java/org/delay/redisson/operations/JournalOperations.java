package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.delay.redisson.Checks;
import org.delay.redisson.journal.AdoptReport;
import org.delay.redisson.journal.AdoptRequest;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;

/**
 * Shows and operates the journal of one queue, within what a caller may do. Safe for use by many threads.
 *
 * <p>All methods throw {@link AccessDenied} if the caller lacks a permission, and {@link JournalUnavailable} if the database
 * does not answer. They throw {@link IllegalArgumentException} for an invalid argument.
 */
public final class JournalOperations implements AutoCloseable {

    private final DelayQueueJournal journal;
    private final TopicReadings readings;
    private final JournalTasks tasks = new JournalTasks();

    /**
     * Operations of this journal.
     *
     * @param readings name the topics that there are
     */
    public JournalOperations(DelayQueueJournal journal, TopicReadings readings) {
        this.journal = journal;
        this.readings = readings;
    }

    /** How much Redis must still be told, and what this instance has seen. */
    public JournalView overview(Access access) {
        access.require(Permission.VIEW, Access.ALL_TOPICS);
        return answered(() -> new JournalView(journal.backlog(), journal.status()));
    }

    /** All that is known about a message, or empty if the journal has no row of it. */
    public Optional<JournalMessageView> find(Access access, String topic, String id) {
        access.require(Permission.VIEW, Checks.topic(topic));
        boolean showsValues = access.may(Permission.VALUES, topic);
        return answered(() -> journal.find(topic, Checks.id(id)))
                .map(message -> JournalMessageView.of(message, showsValues));
    }

    /**
     * Messages in pages, of all topics or one. Those of topics that the caller may not see are left out, so a page may be short.
     *
     * @param page up to 1,000 messages
     */
    public JournalPage search(Access access, RowFilter filter, PageRequest page) {
        String topic = filter.topic();
        if (topic != null) {
            access.require(Permission.VIEW, Checks.topic(topic));
        }
        RowPage found = answered(() -> journal.search(filter, JournalPage.key(page.cursor()), page.limit()));
        List<JournalRowView> shown = found.rows().stream()
                .filter(row -> access.may(Permission.VIEW, row.key().topic()))
                .map(row -> JournalRowView.of(
                        row, access.may(Permission.VALUES, row.key().topic())))
                .toList();
        return new JournalPage(shown, JournalPage.cursor(found.next()));
    }

    /**
     * Begins to put back what Redis has lost. One topic needs {@link Permission#OPERATE}, all of them
     * {@link Permission#ADMINISTER} for {@link Access#ALL_TOPICS}. Its begin and its end are logged, as all changes.
     *
     * @param patience how long to wait for its end
     * @throws JournalBusy if this instance is busy with another one
     */
    public JournalTask restore(Access access, RestoreRequest request, Duration patience) {
        JournalTasks.Work<RestoreReport> work = progress -> answered(() -> journal.restore(request, progress));
        return begin(access, "restore", request.topic(), request, work).await(patience);
    }

    /**
     * Begins to take in what was sent without the journal. Needs what {@link #restore} needs.
     *
     * @param topic null for all topics
     * @param request how; its topics are not used
     * @throws TopicsUnavailable if the topics are not known now
     * @throws JournalBusy if this instance is busy with another one
     */
    public JournalTask adopt(Access access, @Nullable String topic, AdoptRequest request, Duration patience) {
        access.require(
                topic == null ? Permission.ADMINISTER : Permission.OPERATE, topic == null ? Access.ALL_TOPICS : topic);
        AdoptRequest named = AdoptRequest.of(topic == null ? topics(patience) : Set.of(topic))
                .withPerSecond(request.perSecond())
                .withDryRun(request.dryRun());
        JournalTasks.Work<AdoptReport> work = progress -> answered(() -> journal.adopt(named, progress));
        return begin(access, "adopt", topic, named, work).await(patience);
    }

    private Set<String> topics(Duration patience) {
        TopicReadings.Reading reading = readings.current(patience).orElseThrow(TopicsUnavailable::unread);
        Set<String> topics = new TreeSet<>(reading.counts().keySet());
        topics.addAll(reading.unread());
        return topics;
    }

    private <R> JournalTasks.Running begin(
            Access access, String operation, @Nullable String topic, Object request, JournalTasks.Work<R> work) {
        String user = access.user();
        String of = topic == null ? Access.ALL_TOPICS : topic;
        Permission needed = topic == null ? Permission.ADMINISTER : Permission.OPERATE;
        String what = operation + " " + request;
        JournalTasks.Running[] begun = new JournalTasks.Running[1];
        // What is returned is what the log says: that it goes on, and later how it ended.
        var unused = AuditLog.record(access, needed, of, what, () -> {
            begun[0] = tasks.begin(operation, request, user, work, task -> logEnd(user, needed, of, what, task));
            return "STARTED";
        });
        return begun[0];
    }

    private static void logEnd(@Nullable String user, Permission needed, String topic, String what, JournalTask task) {
        var unused = AuditLog.record(
                Access.full(user),
                needed,
                topic,
                what,
                () -> task.state() + " " + (task.failure() == null ? task.report() : task.failure()));
    }

    /** Lets the audit go on after it has stopped. */
    public void resumeAudit(Access access) {
        var unused =
                AuditLog.record(access, Permission.ADMINISTER, Access.ALL_TOPICS, "resume the journal's audit", () -> {
                    answered(() -> {
                        journal.resumeAudit();
                        return true;
                    });
                    return "RESUMED";
                });
    }

    /** The operation that this instance is busy with, or the last one; empty if there was none since it started. */
    public Optional<JournalTask> task(Access access) {
        access.require(Permission.VIEW, Access.ALL_TOPICS);
        return tasks.last().map(JournalTasks.Running::task);
    }

    /**
     * Stops the operation that this instance is busy with, after the page at which it is. It can be repeated.
     *
     * @return how it ended, or as it is after the patience; empty if there was none
     */
    public Optional<JournalTask> stop(Access access, Duration patience) {
        return AuditLog.record(
                access,
                Permission.ADMINISTER,
                Access.ALL_TOPICS,
                "stop the journal's task",
                () -> tasks.last().map(running -> running.stop(patience)));
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (NestedRuntimeException e) {
            throw new JournalUnavailable(e);
        }
    }

    /** Stops what is under way. */
    @Override
    public void close() {
        tasks.close();
    }
}
