package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;

/**
 * What happened in the last hour, of the topics that the caller may see. Immutable.
 *
 * @param minutes the oldest first; those without figures are left out
 * @param age how long ago they were read
 */
public record FiguresView(List<MinuteFigures> minutes, Duration age) {

    public FiguresView {
        minutes = List.copyOf(minutes);
    }

    /** The sum of a topic's figures. */
    public TopicFigures ofTopic(String topic) {
        return minutes.stream()
                .map(minute -> minute.topics().getOrDefault(topic, TopicFigures.NONE))
                .reduce(TopicFigures.NONE, TopicFigures::plus);
    }

    /** The most messages that were delivered in one minute, of all topics together: the throughput that was seen. */
    public long bestMinute() {
        return minutes.stream()
                .mapToLong(minute -> minute.topics().values().stream()
                        .mapToLong(TopicFigures::delivered)
                        .sum())
                .max()
                .orElse(0);
    }
}
