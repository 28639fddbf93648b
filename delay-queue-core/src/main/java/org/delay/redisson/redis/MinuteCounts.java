package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;

/** What was delivered in each of the last minutes: a hash for each minute, which expires by itself. */
@RequiredArgsConstructor
final class MinuteCounts {

    /** All minutes together take two megabytes at most. */
    private static final int BYTES_PER_MINUTE = 2 * 1024 * 1024 / FigureOperations.KEPT_MINUTES;

    private static final long MINUTE_MICROS = Duration.ofMinutes(1).toNanos() / 1_000;

    private static final Duration STORED_FOR = Duration.ofMinutes(FigureOperations.KEPT_MINUTES + 1);

    private static final int ATTEMPTS = 3;

    /** Counts before the lateness. */
    private static final int COUNTS = 3;

    private final ScriptRunner scripts;
    private final Keys keys;

    /** By the last answer. */
    private volatile long minute;

    void add(Map<String, TopicFigures> figures) {
        figures.keySet().forEach(Checks::topic);
        Checks.range("figures.size", figures.size(), 0, FigureOperations.MAX_TOPICS);
        for (int i = 0; i < ATTEMPTS && !figures.isEmpty(); i++) {
            if (add(minute, figures)) {
                return;
            }
        }
    }

    private boolean add(long at, Map<String, TopicFigures> figures) {
        Stream<Object> settings = Stream.of(at, STORED_FOR.toMillis(), FigureOperations.MAX_TOPICS, BYTES_PER_MINUTE);
        Stream<Object> topics =
                figures.entrySet().stream().flatMap(entry -> Stream.of(entry.getKey(), write(entry.getValue())));
        List<Object> answer = run(
                Script.ADD_FIGURES,
                List.of(keys.ofFigures(at)),
                Stream.concat(settings, topics).toArray());
        minute = (Long) answer.get(0) / MINUTE_MICROS;
        return answer.get(1).equals(1L);
    }

    List<MinuteFigures> all(Collection<String> topics) {
        topics.forEach(Checks::topic);
        Set<String> wanted = Set.copyOf(topics);
        // The first answer has the time.
        read(LongStream.range(0, perCall()).boxed().toList(), wanted);
        long last = minute;
        List<MinuteFigures> all = new ArrayList<>();
        for (long from = last - FigureOperations.KEPT_MINUTES + 1; from <= last; from += perCall()) {
            all.addAll(read(LongStream.range(from, from + perCall()).boxed().toList(), wanted));
        }
        return all;
    }

    private static int perCall() {
        return Script.FIGURES.keys().size();
    }

    private List<MinuteFigures> read(List<Long> minutes, Set<String> wanted) {
        List<Object> answer = run(
                Script.FIGURES, minutes.stream().<Object>map(keys::ofFigures).toList());
        minute = (Long) answer.get(0) / MINUTE_MICROS;
        List<MinuteFigures> all = new ArrayList<>();
        for (int i = 0; i < minutes.size(); i++) {
            Map<String, TopicFigures> figures = figures((List<?>) answer.get(i + 1), wanted);
            if (!figures.isEmpty()) {
                Instant began = Instant.EPOCH.plus(Duration.ofMinutes(minutes.get(i)));
                all.add(new MinuteFigures(began, figures));
            }
        }
        return all;
    }

    private static Map<String, TopicFigures> figures(List<?> entries, Set<String> wanted) {
        Map<String, TopicFigures> figures = new HashMap<>();
        for (int i = 0; i < entries.size(); i += 2) {
            String topic = (String) entries.get(i);
            if (wanted.isEmpty() || wanted.contains(topic)) {
                figures.put(topic, read((String) entries.get(i + 1)));
            }
        }
        return figures;
    }

    private static String write(TopicFigures figures) {
        return Stream.concat(
                        Stream.of(figures.delivered(), figures.failed(), figures.dead()), figures.lateness().stream())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    private static TopicFigures read(String text) {
        List<Long> numbers = Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
        return new TopicFigures(
                numbers.get(0), numbers.get(1), numbers.get(2), numbers.subList(COUNTS, numbers.size()));
    }

    private List<Object> run(Script script, List<Object> minutes, Object... args) {
        return ScriptRunner.await(scripts.run(script, minutes, args), "", List.of());
    }
}
