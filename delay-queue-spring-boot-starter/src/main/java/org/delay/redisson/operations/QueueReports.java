package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.KeyMatches;
import org.delay.redisson.Load;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.ReportOperations;
import org.delay.redisson.TopicFigures;
import org.jspecify.annotations.Nullable;

/**
 * Shows the coming load, what happened in the last hour, why dead letters died, and who has a key, within what a caller may see.
 * Loads, groups and figures are shared by all callers for two seconds. Safe for use by many threads.
 *
 * <p>Methods throw what those of {@link QueueOperations} throw.
 */
@RequiredArgsConstructor
public final class QueueReports {

    private static final Duration SHARED_FOR = Duration.ofSeconds(2);

    private static final int MAX_PAGES = 200;

    private final DelayQueueMessage queue;
    private final TopicReadings readings;
    private final RecentAnswers<Object> answers = new RecentAnswers<>(SHARED_FOR);

    private record LoadQuestion(Set<String> topics, LoadScale scale) {}

    private record GroupsQuestion(String topic) {}

    private record Figures(List<MinuteFigures> minutes) {}

    /**
     * What falls due.
     *
     * @param topic null for all topics that the caller may see
     * @param patience how long to wait for a new list of topics
     * @throws TopicsUnavailable if topics can't be listed
     */
    public LoadView load(Access access, @Nullable String topic, LoadScale scale, Duration patience) {
        if (topic != null) {
            access.require(Permission.VIEW, Checks.topic(topic));
            return load(Set.of(topic), Set.of(), scale);
        }
        TopicReadings.Reading reading = readings.current(patience).orElseThrow(TopicsUnavailable::unread);
        return load(visible(access, reading.counts().keySet()), visible(access, reading.unread()), scale);
    }

    private static Set<String> visible(Access access, Set<String> topics) {
        return topics.stream()
                .filter(topic -> access.may(Permission.VIEW, topic))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private LoadView load(Set<String> topics, Set<String> unread, LoadScale scale) {
        RecentAnswers.Answer<Load> answer = answers.get(
                new LoadQuestion(topics, scale), Load.class, () -> queue.load(topics, scale.bucket(), scale.buckets()));
        return new LoadView(answer.value(), unread, answer.age());
    }

    /** Dead letters by the first line of their error: {@value ReportOperations#MAX_EXAMINED} of them at most. */
    public DeadLetterGroups deadByError(Access access, String topic) {
        access.require(Permission.VIEW, Checks.topic(topic));
        return answers.get(
                        new GroupsQuestion(topic),
                        DeadLetterGroups.class,
                        () -> queue.deadByError(topic, ReportOperations.MAX_EXAMINED))
                .value();
    }

    /**
     * Counts the dead letters that match, for a person who is about to change them. Ends after {@value ReportOperations#MAX_EXAMINED}
     * that do, or {@value #MAX_PAGES} calls of Redis.
     */
    public DeadLetterCount countDead(Access access, DeadLetterFilter filter) {
        access.require(Permission.VIEW, filter.topic());
        long number = 0;
        String cursor = null;
        int pages = 0;
        do {
            DeadLetterPage page = queue.findDead(filter.withLimit(DeadLetterPage.MAX_LETTERS), cursor);
            number += page.letters().size();
            cursor = page.next();
            pages++;
        } while (cursor != null && number < ReportOperations.MAX_EXAMINED && pages < MAX_PAGES);
        return new DeadLetterCount(number, cursor != null);
    }

    /**
     * Finds messages of a topic by their key. Each call examines up to {@value ReportOperations#MAX_EXAMINED} messages, and may find
     * none although there are some: go on with the page's cursor.
     */
    public KeyPage findByKey(Access access, String topic, String key, @Nullable String cursor) {
        access.require(Permission.VIEW, Checks.topic(topic));
        boolean showsValues = access.may(Permission.VALUES, topic);
        KeyMatches matches = queue.findByKey(topic, Checks.given("key", key), cursor, ReportOperations.MAX_EXAMINED);
        List<MessageView> messages = matches.messages().stream()
                .map(stored -> new MessageView(stored, showsValues))
                .toList();
        return new KeyPage(messages, matches.examined(), matches.next());
    }

    /** What happened in the last hour, minute by minute, to the topics that the caller may see. */
    public FiguresView figures(Access access) {
        RecentAnswers.Answer<Figures> answer =
                answers.get(Figures.class, Figures.class, () -> new Figures(queue.figures(Set.of())));
        List<MinuteFigures> minutes = answer.value().minutes().stream()
                .map(minute -> new MinuteFigures(minute.minute(), visible(access, minute.topics())))
                .toList();
        return new FiguresView(minutes, answer.age());
    }

    private static Map<String, TopicFigures> visible(Access access, Map<String, TopicFigures> topics) {
        return topics.entrySet().stream()
                .filter(entry -> access.may(Permission.VIEW, entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
