package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.Load;
import org.delay.redisson.OutgoingMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load is what a count by hand gives. */
abstract class LoadContract extends ContractFixture {

    private static final String OTHER = "reminders";
    private static final int MORE = 7;
    private static final int MANY = 700;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void nothingIsNothing() {
        Instant before = now().minusMillis(1);

        Load load = queue.load(List.of(TOPIC), MINUTE, 3);

        assertThat(load.now()).isBetween(before, now());
        assertThat(load.buckets()).containsExactly(0L, 0L, 0L);
        assertThat(load.total()).isZero();
        assertThat(queue.load(List.of(), MINUTE, 2).buckets()).containsExactly(0L, 0L);
    }

    @ParameterizedTest
    @CsvSource({"60, 120", "3600, 48", "86400, 60", "60, 7", "1, 200", "90, 1"})
    void isExactOverPrioritiesAndShards(int seconds, int buckets) {
        sendMany(TOPIC, MANY);
        sendMany(OTHER, 30);

        assertLoad(List.of(TOPIC), seconds, buckets);
        assertLoad(List.of(OTHER), seconds, buckets);
        assertLoad(List.of(TOPIC, OTHER, "unused", TOPIC), seconds, buckets);
    }

    @Test
    void countsMessagesOfBeforeAChangeOfTheShards() {
        sendMany(TOPIC, MANY);
        queue.changeShards(shards() + MORE);
        sendMany(TOPIC, MANY);

        assertLoad(List.of(TOPIC), 60, 120);
        assertThat(queue.load(List.of(TOPIC), MINUTE, 120).total()).isEqualTo(2 * MANY);
    }

    @Test
    void countsNeitherMessagesUnderDeliveryNorDeadLetters() {
        leased("leased");
        dead("dead");
        send(message("waiting").delay(Duration.ofMinutes(30)));

        Load load = queue.load(List.of(TOPIC), MINUTE, 60);

        assertThat(load.overdue()).isZero();
        assertThat(load.total()).isEqualTo(1);
    }

    @Test
    void countsMessagesOfAPausedTopicAndOverdueOnesApart() {
        queue.pause(TOPIC);
        sendDue("due");
        send(message("near").delay(MINUTE));
        send(message("far").delay(Duration.ofHours(5)));

        Load load = queue.load(List.of(TOPIC), MINUTE, 60);

        assertThat(load.overdue()).isEqualTo(1);
        assertThat(load.buckets().stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
        assertThat(load.later()).isEqualTo(1);
    }

    /** A message belongs to the bucket that begins at its due time. */
    @Test
    void bucketsBeginAtWholeMultiplesAndIncludeTheirBeginning() {
        Load empty = queue.load(List.of(TOPIC), Duration.ofHours(1), 4);
        assertThat(empty.from().getEpochSecond() % 3600).isZero();
        assertThat(empty.start(1)).isEqualTo(empty.from().plusSeconds(3600)).isAfter(empty.now());
        queue.schedule(List.of(
                at("last of the second", empty.start(2).minusMillis(1)),
                at("first of the third", empty.start(2)),
                at("first after the last", empty.start(4)),
                at("last of the last", empty.start(4).minusMillis(1))));

        Load load = queue.load(List.of(TOPIC), Duration.ofHours(1), 4);

        assertThat(load.buckets()).containsExactly(0L, 1L, 1L, 1L);
        assertThat(load.later()).isEqualTo(1);
    }

    @Test
    void refusesBadArguments() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.load(List.of("no topic"), MINUTE, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.load(List.of(TOPIC), Duration.ofMillis(1500), 1))
                .withMessage("bucket must be whole seconds, but is 1.5s");
        assertThatIllegalArgumentException().isThrownBy(() -> queue.load(List.of(TOPIC), Duration.ofDays(32), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.load(List.of(TOPIC), MINUTE, 201))
                .withMessage("buckets must be 1 to 200, but is 201");
    }

    private static OutgoingMessage at(String id, Instant dueTime) {
        return OutgoingMessage.to(TOPIC).id(id).body("").dueTime(dueTime).build();
    }

    /** Within three hours, days and months, of all priorities; some are due. */
    private void sendMany(String topic, int number) {
        Random random = new Random(number);
        List<Duration> spans = List.of(
                Duration.ZERO, Duration.ofMinutes(5), Duration.ofHours(3), Duration.ofDays(3), Duration.ofDays(90));
        List<OutgoingMessage> messages = IntStream.range(0, number)
                .mapToObj(i -> OutgoingMessage.to(topic)
                        .body("")
                        .priority(i % 3 == 0 ? 4 : random.nextInt(10))
                        .delay(Duration.ofMillis(
                                (long) (random.nextDouble() * spans.get(i % 5).toMillis())))
                        .build())
                .toList();
        queue.schedule(messages);
        passTime(Duration.ofMillis(2));
    }

    private void assertLoad(List<String> topics, int seconds, int buckets) {
        Duration bucket = Duration.ofSeconds(seconds);
        Load load = queue.load(topics, bucket, buckets);
        List<Instant> dueTimes = topics.stream()
                .distinct()
                .flatMap(topic -> dueTimes(topic).stream())
                .toList();
        assertThat(load.from()).isBeforeOrEqualTo(load.now()).isAfter(load.now().minus(bucket));
        assertThat(load.bucket()).isEqualTo(bucket);
        assertThat(load.overdue())
                .isEqualTo(dueTimes.stream()
                        .filter(due -> !due.isAfter(load.now()))
                        .count());
        List<Long> byHand = IntStream.range(0, buckets)
                .mapToObj(i -> dueTimes.stream()
                        .filter(due -> due.isAfter(load.now())
                                && !due.isBefore(load.start(i))
                                && due.isBefore(load.start(i + 1)))
                        .count())
                .toList();
        assertThat(load.buckets()).isEqualTo(byHand);
        assertThat(load.total()).isEqualTo(dueTimes.size());
    }

    private List<Instant> dueTimes(String topic) {
        List<Instant> all = new ArrayList<>();
        String cursor = null;
        do {
            Page page = queue.list(topic, State.DUE, cursor, 1000);
            page.messages().stream().map(StoredMessage::at).forEach(all::add);
            cursor = page.next();
        } while (cursor != null);
        return all;
    }
}
