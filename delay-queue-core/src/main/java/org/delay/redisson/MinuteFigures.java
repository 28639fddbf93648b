package org.delay.redisson;

import java.time.Instant;
import java.util.Map;

/**
 * What happened in one minute. Immutable.
 *
 * @param minute when it began, by Redis's clock
 * @param topics by topic, in no order
 */
public record MinuteFigures(Instant minute, Map<String, TopicFigures> topics) {

    public MinuteFigures {
        topics = Map.copyOf(topics);
    }
}
