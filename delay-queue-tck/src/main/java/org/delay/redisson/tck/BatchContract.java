package org.delay.redisson.tck;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which messages of one shard a claim takes, and in which order. */
abstract class BatchContract extends ContractFixture {

    private int shard;

    @BeforeEach
    void homeOfNeighbours() {
        shard = home(neighbours(1).get(0));
    }

    @Test
    void highestPriorityFirst() {
        List<String> ids = neighbours(10);
        List<Integer> priorities = List.of(4, 0, 9, 1, 8, 3, 5, 7, 2, 6);
        for (int i = 0; i < 10; i++) {
            sendDue(message(ids.get(i)).priority(priorities.get(i)));
        }

        ClaimResult claim = claimer().claim(shard, TOPIC);

        assertThat(claim.messages())
                .extracting(claimed -> claimed.message().priority())
                .containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    }

    @Test
    void aHigherPriorityThatIsNotDueWaits() {
        List<String> ids = neighbours(2);
        send(message(ids.get(0)).priority(9));
        sendDue(message(ids.get(1)).priority(0));

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactly(ids.get(1));
    }

    @Test
    void thenByDueTimeThenById() {
        List<String> ids = new ArrayList<>(neighbours(30));
        Collections.reverse(ids);
        Instant soon = now().plusMillis(30);
        List<OutgoingMessage> messages = IntStream.range(0, 30)
                .mapToObj(i -> OutgoingMessage.to(TOPIC)
                        .id(ids.get(i))
                        .body("")
                        .priority(i % 2)
                        .dueTime(soon.minusMillis(i % 3 * 10L))
                        .build())
                .toList();
        List<Receipt> receipts = queue.schedule(messages);
        passUntil(soon.plusMillis(1));
        Map<String, Integer> priorities =
                messages.stream().collect(toMap(OutgoingMessage::id, OutgoingMessage::priority));
        List<String> expected = receipts.stream()
                .sorted(comparingInt((Receipt receipt) -> -priorities.getOrDefault(receipt.id(), 0))
                        .thenComparing(Receipt::dueTime)
                        .thenComparing(Receipt::id))
                .map(Receipt::id)
                .toList();

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactlyElementsOf(expected);
    }

    @Test
    void aRetriedMessageHasItsTurnByItsNewDueTime() {
        List<String> ids = neighbours(2);
        sendDue(ids.get(0));
        LeasedMessage first = claim(ids.get(0));
        sendDue(ids.get(1));
        passTime(Duration.ofMillis(2));
        retry(first, Duration.ZERO, false);
        passTime(Duration.ofMillis(1));

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactly(ids.get(1), ids.get(0));
    }

    @Test
    void expiredLeasesComeBeforeAllElseByTheirEnd() {
        List<String> ids = neighbours(3);
        sendDue(message(ids.get(0)).priority(3));
        sendDue(message(ids.get(1)).priority(0));
        ClaimResult first = claimer().claim(shard, TOPIC);
        queue.renew(first.lease(), List.of(ids.get(1)), SHORT);
        passTime(Duration.ofMillis(2));
        queue.renew(first.lease(), List.of(ids.get(0)), SHORT);
        List<String> expected = List.of(ids.get(1), ids.get(0));
        passUntil(stored(expected.get(1)).at());
        sendDue(message(ids.get(2)).priority(9));

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC)))
                .containsExactly(expected.get(0), expected.get(1), ids.get(2));
    }

    @Test
    void notMoreThanAsked() {
        List<String> ids = neighbours(5);
        ids.forEach(this::sendDue);
        ClaimingThread claimer = claimer().limit(3);

        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactlyElementsOf(ids.subList(3, 5));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).isEmpty();
    }

    @Test
    void twoHundredAtMost() {
        List<String> ids = neighbours(201);
        List<Receipt> receipts = queue.schedule(
                ids.stream().map(id -> message(id).delay(Duration.ZERO).build()).toList());
        passUntilDue(receipts);
        ClaimingThread claimer = claimer();

        assertThat(claimer.claim(shard, TOPIC).messages()).hasSize(200);
        assertThat(claimer.claim(shard, TOPIC).messages()).hasSize(1);
    }

    @Test
    void notMoreBytesOfBodiesThanAsked() {
        List<String> ids = neighbours(5);
        // 100 bytes of UTF-8, but 50 characters. How a queue frames a body may count too.
        ids.forEach(id -> sendDue(message(id).body("ä".repeat(50))));

        assertThat(claimer().bytes(250).claim(shard, TOPIC).messages()).hasSize(2);
        assertThat(claimer().bytes(350).claim(shard, TOPIC).messages()).hasSize(3);
    }

    @Test
    void oneMessageWhateverItsSize() {
        List<String> ids = neighbours(2);
        ids.forEach(id -> sendDue(message(id).body("a".repeat(10_000))));
        ClaimingThread claimer = claimer().bytes(1);

        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(0));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1));
    }

    @Test
    void anExpiredLeaseBeyondTheLimitIsNotCounted() {
        List<String> ids = neighbours(2);
        ids.forEach(this::sendDue);
        claimer().lease(SHORT).claim(shard, TOPIC);
        ids.forEach(id -> passUntil(stored(id).at()));

        assertThat(claimer().limit(1).claim(shard, TOPIC).messages()).hasSize(1);

        assertThat(ids.stream().mapToInt(id -> stored(id).leaseExpirations()).sum())
                .isEqualTo(1);
    }

    // What ran out twice is claimed alone

    @Test
    void aMessageThatRanOutOnceIsClaimedWithItsNeighbours() {
        List<String> ids = neighbours(3);
        expired(ids.get(0));
        sendDue(ids.get(1));
        sendDue(ids.get(2));

        assertThat(LeasedMessage.ids(claimer().claim(shard, TOPIC))).containsExactlyElementsOf(ids);
    }

    @Test
    void aMessageThatRunsOutForTheSecondTimeIsClaimedAlone() {
        List<String> ids = neighbours(3);
        expired(ids.get(0));
        claimedAndExpired(ids.get(0));
        sendDue(message(ids.get(1)).priority(9));
        sendDue(ids.get(2));
        ClaimingThread claimer = claimer();

        ClaimResult alone = claimer.claim(shard, TOPIC);

        assertThat(LeasedMessage.ids(alone)).containsExactly(ids.get(0));
        assertThat(alone.messages().get(0).leaseExpirations()).isEqualTo(2);
        assertThat(alone.state().due()).containsExactly(TOPIC);
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1), ids.get(2));
    }

    @Test
    void aBatchEndsBeforeAMessageThatRunsOutForTheSecondTime() {
        List<String> ids = neighbours(3);
        expired(ids.get(0));
        LeasedMessage bad = claim(ids.get(0));
        sendDue(ids.get(1));
        claimedAndExpired(ids.get(1));
        renew(bad, SHORT);
        passUntil(stored(ids.get(0)).at());
        sendDue(ids.get(2));
        ClaimingThread claimer = claimer();

        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1));
        assertThat(stored(ids.get(0)).leaseExpirations()).as("not counted yet").isEqualTo(1);
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(0));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(2));
    }

    @Test
    void aDueMessageThatRanOutTwiceIsClaimedAlone() {
        List<String> ids = neighbours(3);
        dueAfterTwoLeaseExpirations(message(ids.get(0)).priority(5));
        sendDue(ids.get(1));
        sendDue(ids.get(2));
        ClaimingThread claimer = claimer();

        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(0));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1), ids.get(2));
    }

    @Test
    void aBatchEndsBeforeADueMessageThatRanOutTwice() {
        List<String> ids = neighbours(4);
        dueAfterTwoLeaseExpirations(message(ids.get(1)).priority(5));
        sendDue(message(ids.get(0)).priority(6));
        sendDue(message(ids.get(2)).priority(4));
        sendDue(message(ids.get(3)).priority(3));
        ClaimingThread claimer = claimer();

        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(0));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(1));
        assertThat(LeasedMessage.ids(claimer.claim(shard, TOPIC))).containsExactly(ids.get(2), ids.get(3));
    }

    private void dueAfterTwoLeaseExpirations(OutgoingMessage.Builder message) {
        String id = sendDue(message).id();
        claimedAndExpired(id);
        claimedAndExpired(id);
        retry(claim(id), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        assertThat(stored(id).leaseExpirations()).isEqualTo(2);
    }
}
