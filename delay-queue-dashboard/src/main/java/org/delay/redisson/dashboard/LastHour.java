package org.delay.redisson.dashboard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.FiguresView;
import org.delay.redisson.operations.QueueReports;
import org.jspecify.annotations.Nullable;

/** What was delivered in the last hour. Read again after five seconds, as instances add to it every five. Safe for use by many threads. */
@RequiredArgsConstructor
final class LastHour {

    private static final long FRESH = Duration.ofSeconds(5).toNanos();

    private final QueueReports reports;
    private @Nullable Figures last;

    /** The figures of now. */
    synchronized Figures read() {
        Figures known = last;
        if (known == null || System.nanoTime() - known.nanoTime() > FRESH) {
            long now = System.nanoTime();
            known = new Figures(reports.figures(Access.READ_ONLY), now);
            last = known;
        }
        return known;
    }

    /** All minutes that have figures, and their sum by topic. */
    static final class Figures {

        private final FiguresView view;
        private final long nanoTime;
        private final Map<String, TopicFigures> sums = new HashMap<>();

        private Figures(FiguresView view, long nanoTime) {
            this.view = view;
            this.nanoTime = nanoTime;
            view.minutes()
                    .forEach(minute -> minute.topics()
                            .forEach((topic, figures) -> sums.merge(topic, figures, TopicFigures::plus)));
        }

        private long nanoTime() {
            return nanoTime;
        }

        TopicFigures of(String topic) {
            return sums.getOrDefault(topic, TopicFigures.NONE);
        }

        TopicFigures ofAll() {
            return sums.values().stream().reduce(TopicFigures.NONE, TopicFigures::plus);
        }

        /** The most messages that were delivered in one minute, of one topic or of all. */
        long bestMinute(@Nullable String topic) {
            return topic == null
                    ? view.bestMinute()
                    : view.minutes().stream()
                            .mapToLong(minute -> delivered(minute, topic))
                            .max()
                            .orElse(0);
        }

        /** What was delivered in each minute of the hour that ends with this moment. */
        List<Long> minutes(String topic, Instant now) {
            List<Long> minutes = new ArrayList<>(Collections.nCopies(FigureOperations.KEPT_MINUTES, 0L));
            for (MinuteFigures minute : view.minutes()) {
                long ago = Math.floorDiv(now.getEpochSecond(), 60)
                        - Math.floorDiv(minute.minute().getEpochSecond(), 60);
                if (ago >= 0 && ago < minutes.size()) {
                    minutes.set(minutes.size() - 1 - (int) ago, delivered(minute, topic));
                }
            }
            return minutes;
        }

        private static long delivered(MinuteFigures minute, String topic) {
            return minute.topics().getOrDefault(topic, TopicFigures.NONE).delivered();
        }
    }
}
