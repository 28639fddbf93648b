package org.delay.redisson.test;

import java.time.Duration;
import java.util.Collection;
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

/** What operators do with a queue in memory: dead letters, topics, pauses and shards. */
abstract class MemoryAdminCalls extends MemoryDispatch implements AdminOperations {

    private final MemoryMonitor monitor;
    private final MemoryShards shards;
    private final MemoryDeadLetters deadLetters;

    MemoryAdminCalls(MemoryMonitor monitor, MemoryShards shards, Signals signals) {
        super(monitor, shards, signals);
        this.monitor = monitor;
        this.shards = shards;
        deadLetters = new MemoryDeadLetters(shards);
    }

    @Override
    public RedriveResult redrive(String topic, String id) {
        Intake.checkName(topic, id);
        return monitor.changing(now -> deadLetters.redrive(topic, id, now));
    }

    @Override
    public DeleteResult delete(String topic, String id) {
        Intake.checkName(topic, id);
        return monitor.changing(now -> deadLetters.delete(topic, id));
    }

    @Override
    public int deleteDead(String topic, Duration olderThan) {
        Checks.topic(topic);
        Checks.notNegative("olderThan", olderThan);
        return monitor.changing(now -> deadLetters.deleteDead(topic, olderThan, now));
    }

    @Override
    public BulkResult redriveDead(DeadLetterFilter filter) {
        Checks.given("filter", filter);
        return monitor.changing(now -> deadLetters.redrive(filter, now));
    }

    @Override
    public BulkResult deleteDead(DeadLetterFilter filter) {
        Checks.given("filter", filter);
        return monitor.changing(now -> deadLetters.delete(filter, now));
    }

    @Override
    public DeadLetterPage findDead(DeadLetterFilter filter, @Nullable String cursor) {
        Checks.given("filter", filter);
        return monitor.changing(now -> deadLetters.find(filter, cursor, now));
    }

    @Override
    public BulkResult redriveDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        Checks.topic(topic);
        AdminOperations.checkLetters(letters);
        return monitor.changing(now -> deadLetters.redrive(topic, letters, now));
    }

    @Override
    public BulkResult deleteDead(String topic, Collection<DeadLetterPage.Letter> letters) {
        Checks.topic(topic);
        AdminOperations.checkLetters(letters);
        return monitor.changing(now -> deadLetters.delete(topic, letters));
    }

    @Override
    public TopicDeletion deleteTopic(String topic, boolean force) {
        Checks.topic(topic);
        return monitor.changing(now -> deadLetters.deleteTopic(topic, force));
    }

    @Override
    public void repair(Collection<String> topics) {
        monitor.change(now -> topics.forEach(topic -> shards.all().forEach(shard -> shard.repair(topic))));
    }

    @Override
    public void pause(String topic) {
        Checks.topic(topic);
        monitor.change(now -> shards.pause(topic));
    }

    @Override
    public void resume(String topic) {
        Checks.topic(topic);
        monitor.change(now -> shards.resume(topic));
    }

    @Override
    public Set<String> paused() {
        return monitor.changing(now -> Set.copyOf(shards.paused()));
    }

    @Override
    public void changeShards(int number) {
        monitor.change(now -> shards.change(number));
    }
}
