package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.delay.redisson.AdminOperations;
import org.delay.redisson.BulkResult;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.TopicDeletion;
import org.jspecify.annotations.Nullable;

/** The calls of operators: dead letters, topics, pauses and shards. */
abstract class AdminCalls implements AdminOperations {

    private final QueueParts parts;

    AdminCalls(QueueParts parts) {
        this.parts = parts;
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        return parts.messages.redrive(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        return parts.messages.delete(Checks.topic(topic), Checks.id(id));
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        return parts.topics.deleteDead(Checks.topic(topic), Checks.notNegative("olderThan", olderThan));
    }

    @Override
    public BulkResult redriveDead(DeadLetterFilter filter) {
        return parts.deadLetters.redrive(Checks.given("filter", filter));
    }

    @Override
    public BulkResult deleteDead(DeadLetterFilter filter) {
        return parts.deadLetters.delete(Checks.given("filter", filter));
    }

    @Override
    public DeadLetterPage findDead(DeadLetterFilter filter, @Nullable String cursor) {
        return parts.deadLetterSearch.page(Checks.given("filter", filter), cursor);
    }

    @Override
    public BulkResult redriveDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        return parts.deadLetters.redrive(Checks.topic(topic), AdminOperations.checkLetters(letters));
    }

    @Override
    public BulkResult deleteDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        return parts.deadLetters.delete(Checks.topic(topic), AdminOperations.checkLetters(letters));
    }

    @Override
    public TopicDeletion deleteTopic(String topic, boolean force) {
        return parts.topicRemoval.delete(Checks.topic(topic), force);
    }

    @Override
    public void repair(Collection<String> topics) {
        topics.forEach(Checks::topic);
        parts.topics.repair(topics);
    }

    @Override
    public void pause(String topic) {
        parts.topics.pause(Checks.topic(topic));
    }

    @Override
    public void resume(String topic) {
        parts.topics.resume(Checks.topic(topic));
    }

    @Override
    public Set<String> paused() {
        return parts.topics.paused();
    }

    @Override
    public void changeShards(int shards) {
        ScriptRunner.await(parts.shardMaps.change(Checks.shards(shards)), "", List.of());
    }
}
