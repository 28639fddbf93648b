package org.delay.redisson;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What was delivered, minute by minute, by all instances of a service. Figures are for people: they are stored for an hour and
 * expire by themselves, and some may be lost. Threads and exceptions are those of {@link DelayQueueMessage}.
 */
public interface FigureOperations {

    /** For how many minutes figures are stored, the current one included. */
    int KEPT_MINUTES = 60;

    /** The maximum number of topics that have figures in one minute. */
    int MAX_TOPICS = 200;

    /**
     * Adds to the figures of the current minute, by the queue's clock. All figures take 2 MB at most. If there are more
     * topics than {@value #MAX_TOPICS}, or their names are long, those with less activity are left out.
     *
     * @param figures by topic, at most {@value #MAX_TOPICS}
     */
    void addFigures(Map<String, TopicFigures> figures);

    /**
     * The figures of the last {@value #KEPT_MINUTES} minutes, the oldest first. Minutes without figures are left out. The number
     * of calls to Redis does not depend on the number of topics.
     *
     * @param topics which ones; all if empty
     */
    List<MinuteFigures> figures(Collection<String> topics);
}
