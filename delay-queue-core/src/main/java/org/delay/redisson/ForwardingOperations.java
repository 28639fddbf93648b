package org.delay.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Forwards what people ask for and do. */
abstract class ForwardingOperations implements AdminOperations, ReportOperations, FigureOperations, TaskOperations {

    private final DelayQueueMessage delegate;

    ForwardingOperations(DelayQueueMessage delegate) {
        this.delegate = delegate;
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        return delegate.redrive(topic, id);
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        return delegate.delete(topic, id);
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        return delegate.deleteDead(topic, olderThan);
    }

    @Override
    public BulkResult redriveDead(DeadLetterFilter filter) {
        return delegate.redriveDead(filter);
    }

    @Override
    public BulkResult deleteDead(DeadLetterFilter filter) {
        return delegate.deleteDead(filter);
    }

    @Override
    public DeadLetterPage findDead(DeadLetterFilter filter, @Nullable String cursor) {
        return delegate.findDead(filter, cursor);
    }

    @Override
    public BulkResult redriveDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        return delegate.redriveDead(topic, letters);
    }

    @Override
    public BulkResult deleteDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        return delegate.deleteDead(topic, letters);
    }

    @Override
    public TopicDeletion deleteTopic(String topic, boolean force) {
        return delegate.deleteTopic(topic, force);
    }

    @Override
    public void pause(String topic) {
        delegate.pause(topic);
    }

    @Override
    public void resume(String topic) {
        delegate.resume(topic);
    }

    @Override
    public Set<String> paused() {
        return delegate.paused();
    }

    @Override
    public void repair(Collection<String> topics) {
        delegate.repair(topics);
    }

    @Override
    public void changeShards(int shards) {
        delegate.changeShards(shards);
    }

    @Override
    public Load load(Collection<String> topics, Duration bucket, int buckets) {
        return delegate.load(topics, bucket, buckets);
    }

    @Override
    public DeadLetterGroups deadByError(String topic, int most) {
        return delegate.deadByError(topic, most);
    }

    public DelayQueueMessage.KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most) {
        return delegate.findByKey(topic, key, cursor, most);
    }

    @Override
    public void addFigures(Map<String, TopicFigures> figures) {
        delegate.addFigures(figures);
    }

    @Override
    public List<MinuteFigures> figures(Collection<String> topics) {
        return delegate.figures(topics);
    }

    @Override
    public BulkTask beginTask(String id, BulkRequest request, Duration life) {
        return delegate.beginTask(id, request, life);
    }

    @Override
    public Optional<BulkTask> reportTask(String topic, String id, BulkTask.State state, BulkTask.Progress progress) {
        return delegate.reportTask(topic, id, state, progress);
    }

    @Override
    public Optional<BulkTask> stopTask(String topic) {
        return delegate.stopTask(topic);
    }

    @Override
    public List<BulkTask> tasks() {
        return delegate.tasks();
    }
}
