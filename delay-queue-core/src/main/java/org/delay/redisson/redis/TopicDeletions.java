package org.delay.redisson.redis;

import java.util.List;
import org.delay.redisson.TopicDeletion;

/** Reads what shards answer to the deletion of a topic. */
final class TopicDeletions {

    private static final String DELETED = "DELETED";

    private TopicDeletions() {}

    /** What is not deleted keeps the topic: what empty shards have deleted is nothing. */
    static TopicDeletion sum(List<List<Object>> answers) {
        return answers.stream().map(TopicDeletions::of).reduce(new TopicDeletion(true, 0, 0, 0), TopicDeletions::sum);
    }

    private static TopicDeletion of(List<Object> answer) {
        return new TopicDeletion(
                answer.get(0).equals(DELETED), (Long) answer.get(2), (Long) answer.get(3), (Long) answer.get(4));
    }

    private static TopicDeletion sum(TopicDeletion one, TopicDeletion other) {
        return new TopicDeletion(
                one.deleted() && other.deleted(),
                one.due() + other.due(),
                one.leased() + other.leased(),
                one.dead() + other.dead());
    }
}
