package org.delay.redisson.test;

import static java.util.Comparator.comparingLong;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;

/** What was delivered in each minute. Guarded by the queue's lock. */
final class MemoryFigures {

    private final TreeMap<Instant, Map<String, TopicFigures>> minutes = new TreeMap<>();

    void add(Map<String, TopicFigures> figures, Moment now) {
        if (figures.isEmpty()) {
            return;
        }
        forgetOld(now);
        Map<String, TopicFigures> minute = minutes.computeIfAbsent(minute(now), unknown -> new HashMap<>());
        figures.forEach((topic, more) -> minute.merge(topic, more, TopicFigures::plus));
        while (minute.size() > FigureOperations.MAX_TOPICS) {
            minute.entrySet().stream()
                    .min(comparingLong(entry -> entry.getValue().activity()))
                    .map(Map.Entry::getKey)
                    .ifPresent(minute::remove);
        }
    }

    List<MinuteFigures> all(Collection<String> topics, Moment now) {
        forgetOld(now);
        return minutes.entrySet().stream()
                .map(minute -> new MinuteFigures(
                        minute.getKey(),
                        minute.getValue().entrySet().stream()
                                .filter(entry -> topics.isEmpty() || topics.contains(entry.getKey()))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))))
                .filter(minute -> !minute.topics().isEmpty())
                .toList();
    }

    void clear() {
        minutes.clear();
    }

    private void forgetOld(Moment now) {
        minutes.headMap(minute(now).minus(FigureOperations.KEPT_MINUTES - 1L, ChronoUnit.MINUTES))
                .clear();
        minutes.tailMap(minute(now), false).clear();
    }

    private static Instant minute(Moment now) {
        return now.instant().truncatedTo(ChronoUnit.MINUTES);
    }
}
