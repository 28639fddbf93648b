package org.delay.redisson.operations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.jspecify.annotations.Nullable;

/**
 * Topics as they are shown, a page of them.
 *
 * @param topics in order of their names; {@code paused} is current, the counts are as old as the reading
 * @param unread the topics of this page that could not be counted
 * @param age how long ago the topics were counted
 * @param number how many topics there are on all pages
 * @param total the messages of all pages together
 * @param next the cursor of the next page, or null if this is the last one
 */
public record TopicsView(
        List<TopicView> topics,
        List<String> unread,
        Duration age,
        int number,
        Counts total,
        @Nullable String next) {

    public TopicsView {
        topics = List.copyOf(topics);
        unread = List.copyOf(unread);
    }

    /** A page of a reading. Its cursor is the last name of the page before. */
    static TopicsView of(
            TopicReadings.Reading reading, Set<String> paused, Predicate<String> visible, PageRequest page) {
        Map<String, Counts> counts = reading.counts();
        List<String> names = Stream.concat(
                        counts.keySet().stream(), reading.unread().stream().filter(name -> !counts.containsKey(name)))
                .filter(visible)
                .sorted()
                .toList();
        String cursor = page.cursor();
        int from = cursor == null ? 0 : after(cursor, names);
        List<String> shown = names.subList(from, Math.min(names.size(), from + page.limit()));
        boolean last = from + shown.size() == names.size();
        List<TopicView> topics = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String name : shown) {
            Counts known = counts.get(name);
            if (known == null) {
                unread.add(name);
            } else {
                topics.add(new TopicView(name, known, paused.contains(name)));
            }
        }
        Counts total = names.stream()
                .map(name -> counts.getOrDefault(name, Counts.NONE))
                .reduce(Counts.NONE, Counts::plus);
        return new TopicsView(
                topics, unread, reading.age(), names.size(), total, last ? null : shown.get(shown.size() - 1));
    }

    private static int after(String cursor, List<String> names) {
        int found = Collections.binarySearch(names, cursor);
        return found < 0 ? -found - 1 : found + 1;
    }
}
