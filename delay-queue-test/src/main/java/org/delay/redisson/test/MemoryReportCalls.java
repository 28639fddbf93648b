package org.delay.redisson.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.DelayQueueMessage.KeyMatches;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.Load;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.ReportOperations;
import org.delay.redisson.TaskOperations;
import org.delay.redisson.TopicFigures;
import org.jspecify.annotations.Nullable;

/** What operators ask of many messages in memory, and the tasks that they begin. */
abstract class MemoryReportCalls extends MemoryAdminCalls
        implements ReportOperations, FigureOperations, TaskOperations {

    private final MemoryMonitor monitor;
    private final MemoryReports reports;
    private final MemoryFigures figures = new MemoryFigures();
    private final MemoryTasks tasks = new MemoryTasks();

    MemoryReportCalls(MemoryMonitor monitor, MemoryShards shards, Signals signals) {
        super(monitor, shards, signals);
        this.monitor = monitor;
        this.reports = new MemoryReports(shards);
    }

    @Override
    public Load load(Collection<String> topics, Duration bucket, int buckets) {
        ReportOperations.checkLoad(topics, bucket, buckets);
        return monitor.changing(now -> reports.load(topics, bucket, buckets, now));
    }

    @Override
    public DeadLetterGroups deadByError(String topic, int most) {
        Checks.topic(topic);
        Checks.range("most", most, 1, MAX_EXAMINED);
        return monitor.changing(now -> reports.deadByError(topic, most));
    }

    public KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most) {
        Checks.topic(topic);
        Checks.given("key", key);
        Checks.range("most", most, 1, MAX_EXAMINED);
        return monitor.changing(now -> reports.findByKey(topic, key, cursor, most));
    }

    @Override
    public void addFigures(Map<String, TopicFigures> added) {
        added.keySet().forEach(Checks::topic);
        Checks.range("figures.size", added.size(), 0, FigureOperations.MAX_TOPICS);
        monitor.change(now -> figures.add(added, now));
    }

    @Override
    public List<MinuteFigures> figures(Collection<String> topics) {
        topics.forEach(Checks::topic);
        return monitor.changing(now -> figures.all(topics, now));
    }

    @Override
    public BulkTask beginTask(String id, BulkRequest request, Duration life) {
        Checks.name("id", id);
        Checks.given("request", request);
        Checks.positive("life", life);
        return monitor.changing(now -> tasks.begin(id, request, life, now));
    }

    @Override
    public Optional<BulkTask> reportTask(String topic, String id, BulkTask.State state, BulkTask.Progress progress) {
        Checks.topic(topic);
        Checks.name("id", id);
        return monitor.changing(now -> tasks.report(topic, id, state, progress, now));
    }

    @Override
    public Optional<BulkTask> stopTask(String topic) {
        Checks.topic(topic);
        return monitor.changing(now -> tasks.stop(topic, now));
    }

    @Override
    public List<BulkTask> tasks() {
        return monitor.changing(tasks::all);
    }

    /** Forgets figures and tasks. */
    void forgetReports() {
        monitor.change(now -> {
            figures.clear();
            tasks.clear();
        });
    }
}
