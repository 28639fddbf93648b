package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;

/**
 * All topics as they are shown.
 *
 * @param topics in order of their names; {@code paused} is current, the counts are as old as the reading
 * @param unread the topics that could not be counted
 * @param age how long ago the topics were counted
 */
public record TopicsView(List<TopicView> topics, List<String> unread, Duration age) {

    public TopicsView {
        topics = List.copyOf(topics);
        unread = List.copyOf(unread);
    }
}
