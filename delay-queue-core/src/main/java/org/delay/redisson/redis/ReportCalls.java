package org.delay.redisson.redis;

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

/** What operators ask of many messages, and the tasks that they begin. */
abstract class ReportCalls extends AdminCalls implements ReportOperations, FigureOperations, TaskOperations {

    private final QueueParts parts;

    ReportCalls(QueueParts parts) {
        super(parts);
        this.parts = parts;
    }

    @Override
    public Load load(Collection<String> topics, Duration bucket, int buckets) {
        return parts.loads.load(topics, bucket, buckets);
    }

    @Override
    public DeadLetterGroups deadByError(String topic, int most) {
        Checks.range("most", most, 1, MAX_EXAMINED);
        return parts.reports.deadByError(Checks.topic(topic), most);
    }

    public KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most) {
        Checks.range("most", most, 1, MAX_EXAMINED);
        return parts.reports.findByKey(Checks.topic(topic), Checks.given("key", key), cursor, most);
    }

    @Override
    public void addFigures(Map<String, TopicFigures> figures) {
        parts.figures.add(figures);
    }

    @Override
    public List<MinuteFigures> figures(Collection<String> topics) {
        return parts.figures.all(topics);
    }

    @Override
    public BulkTask beginTask(String id, BulkRequest request, Duration life) {
        return parts.tasks.begin(
                Checks.name("id", id), Checks.given("request", request), Checks.positive("life", life));
    }

    @Override
    public Optional<BulkTask> reportTask(String topic, String id, BulkTask.State state, BulkTask.Progress progress) {
        return parts.tasks.report(Checks.topic(topic), Checks.name("id", id), state, progress);
    }

    @Override
    public Optional<BulkTask> stopTask(String topic) {
        return parts.tasks.stop(Checks.topic(topic));
    }

    @Override
    public List<BulkTask> tasks() {
        return parts.tasks.all();
    }
}
