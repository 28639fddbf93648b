package org.delay.redisson.tck;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;
import org.junit.jupiter.api.Test;

/** Figures of all instances add up, minute by minute. */
abstract class FiguresContract extends ContractFixture {

    @Test
    void nothingIsNothing() {
        queue.addFigures(Map.of());

        assertThat(queue.figures(List.of())).isEmpty();
    }

    @Test
    void instancesAddToOneMinute() throws Exception {
        DelayQueueMessage other = open();
        Instant before = now();

        queue.addFigures(Map.of(TOPIC, figures(7, 1, 0, 3), "b", figures(1, 0, 0, 0)));
        other.addFigures(Map.of(TOPIC, figures(5, 0, 2, 3), "c", figures(0, 4, 0, 12)));

        assertThat(sum(TOPIC)).isEqualTo(figures(7, 1, 0, 3).plus(figures(5, 0, 2, 3)));
        assertThat(sum("b")).isEqualTo(figures(1, 0, 0, 0));
        assertThat(sum("c")).isEqualTo(figures(0, 4, 0, 12));
        List<MinuteFigures> minutes = other.figures(List.of());
        assertThat(minutes).hasSizeBetween(1, 2).allSatisfy(minute -> {
            assertThat(minute.minute().getEpochSecond() % 60).isZero();
            assertThat(minute.minute()).isBetween(before.minusSeconds(60), now());
        });
    }

    @Test
    void someTopicsAreAskedFor() {
        queue.addFigures(Map.of(TOPIC, figures(1, 0, 0, 0), "b", figures(1, 0, 0, 0), "c", figures(1, 0, 0, 0)));

        assertThat(queue.figures(List.of("b", TOPIC, "unused")))
                .allSatisfy(minute -> assertThat(minute.topics()).containsOnlyKeys(TOPIC, "b"));
        assertThat(queue.figures(List.of("unused"))).isEmpty();
    }

    @Test
    void manyAtOnceLoseNothing() {
        List<CompletableFuture<Void>> calls = IntStream.range(0, 40)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> queue.addFigures(Map.of(TOPIC, figures(1, 0, 0, i % 13))), THREADS))
                .toList();
        calls.forEach(CompletableFuture::join);

        assertThat(sum(TOPIC).delivered()).isEqualTo(40);
        assertThat(sum(TOPIC).lateness().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(40);
    }

    @Test
    void ofTooManyTopicsTheMostActiveStay() {
        assumeThat(timeJumps()).as("the minute does not end during the test").isTrue();
        queue.addFigures(topics("quiet", 150, figures(1, 0, 0, 0)));
        queue.addFigures(topics("busy", FigureOperations.MAX_TOPICS - 20, figures(9, 0, 0, 0)));
        queue.addFigures(topics("silent", 100, TopicFigures.NONE));

        Map<String, TopicFigures> kept = queue.figures(List.of()).get(0).topics();

        assertThat(kept).hasSize(FigureOperations.MAX_TOPICS);
        assertThat(kept.keySet().stream().filter(topic -> topic.startsWith("busy")))
                .hasSize(180);
        assertThat(kept.keySet().stream().filter(topic -> topic.startsWith("quiet")))
                .hasSize(20);
    }

    @Test
    void minutesAreForgottenAfterAnHour() {
        assumeThat(timeJumps()).as("an hour passes at once").isTrue();
        queue.addFigures(Map.of(TOPIC, figures(1, 0, 0, 0)));
        passTime(Duration.ofMinutes(30));
        queue.addFigures(Map.of(TOPIC, figures(2, 0, 0, 0)));

        assertThat(queue.figures(List.of())).hasSize(2);
        assertThat(sum(TOPIC).delivered()).isEqualTo(3);
        passTime(Duration.ofMinutes(31));
        assertThat(sum(TOPIC).delivered()).isEqualTo(2);
        passTime(Duration.ofMinutes(30));
        assertThat(queue.figures(List.of())).isEmpty();
    }

    @Test
    void refusesBadArguments() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.addFigures(Map.of("no topic", TopicFigures.NONE)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.addFigures(topics("t", 201, TopicFigures.NONE)))
                .withMessage("figures.size must be 0 to 200, but is 201");
        assertThatIllegalArgumentException().isThrownBy(() -> new TopicFigures(0, 0, 0, List.of(1L)));
    }

    @Test
    void percentilesComeFromBuckets() {
        assertThat(TopicFigures.NONE.lateness(0.5)).isEmpty();
        assertThat(figures(100, 0, 0, 0).lateness(1)).contains(Duration.ofMillis(5));
        TopicFigures mixed = lateness(0, 98).plus(lateness(4, 2));
        assertThat(mixed.lateness(0.5).orElseThrow()).isBetween(Duration.ofMillis(2), Duration.ofMillis(3));
        assertThat(mixed.lateness(0.99)).contains(Duration.ofMillis(75));
        assertThat(lateness(12, 5).lateness(0.5)).contains(Duration.ofHours(1));
        assertThat(TopicFigures.bucketOf(Duration.ofMillis(5))).isZero();
        assertThat(TopicFigures.bucketOf(Duration.ofMillis(6))).isEqualTo(1);
        assertThat(TopicFigures.bucketOf(Duration.ofDays(1))).isEqualTo(TopicFigures.BOUNDS.size());
    }

    private TopicFigures sum(String topic) {
        return queue.figures(List.of(topic)).stream()
                .map(minute -> minute.topics().getOrDefault(topic, TopicFigures.NONE))
                .reduce(TopicFigures.NONE, TopicFigures::plus);
    }

    private static Map<String, TopicFigures> topics(String prefix, int number, TopicFigures figures) {
        return IntStream.range(0, number)
                .mapToObj(i -> prefix + i)
                .collect(toMap(Function.identity(), topic -> figures));
    }

    private static TopicFigures lateness(int bucket, long number) {
        List<Long> lateness = new ArrayList<>(Collections.nCopies(TopicFigures.BOUNDS.size() + 1, 0L));
        lateness.set(bucket, number);
        return new TopicFigures(number, 0, 0, lateness);
    }

    /** With one late delivery. */
    private static TopicFigures figures(long delivered, long failed, long dead, int bucket) {
        return new TopicFigures(delivered, failed, dead, lateness(bucket, 1).lateness());
    }
}
