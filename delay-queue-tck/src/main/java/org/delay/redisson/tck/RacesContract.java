package org.delay.redisson.tck;

import static java.util.Collections.synchronizedList;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever calls run at the same time, no message is accepted twice, delivered twice, or lost. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
abstract class RacesContract extends ContractFixture {

    @Test
    void eightSendersOfTheSameIdsAreAcceptedOnceForEach() throws Exception {
        List<OutgoingMessage> messages = IntStream.range(0, 500)
                .mapToObj(i -> message("a" + i).onDuplicate(OnDuplicate.REJECT).build())
                .toList();
        List<String> accepted = synchronizedList(new ArrayList<>());
        List<String> rejected = synchronizedList(new ArrayList<>());

        ParallelThreads.run(8, number -> {
            List<OutgoingMessage> own = new ArrayList<>(messages);
            Collections.shuffle(own, new Random(number));
            // Half of them send one by one, the others in bulk.
            int chunk = number % 2 == 0 ? 1 : 50;
            for (int from = 0; from < own.size(); from += chunk) {
                try {
                    queue.schedule(own.subList(from, from + chunk)).forEach(receipt -> accepted.add(receipt.id()));
                } catch (Duplicate e) {
                    rejected.addAll(e.ids());
                } catch (PartlySent e) {
                    e.receipts().forEach(receipt -> accepted.add(receipt.id()));
                    rejected.addAll(e.ids());
                }
            }
        });

        assertThat(accepted).hasSize(500).doesNotHaveDuplicates();
        assertThat(rejected).hasSize(3500);
        assertCounts(500, 0, 0);
    }

    @Test
    void manyReplacesLeaveOneOfThem() throws Exception {
        Map<Outcome, Integer> outcomes = new ConcurrentHashMap<>();
        List<Receipt> receipts = synchronizedList(new ArrayList<>());

        ParallelThreads.run(8, number -> {
            for (int i = 0; i < 50; i++) {
                Receipt receipt = send(message("a").body(number + "-" + i).delay(LATER.plusMinutes(number * 50L + i)));
                outcomes.merge(receipt.outcome(), 1, Integer::sum);
                receipts.add(receipt);
            }
        });

        assertThat(outcomes).isEqualTo(Map.of(Outcome.SCHEDULED, 1, Outcome.REPLACED, 399));
        assertCounts(1, 0, 0);
        assertThat(receipts).extracting(Receipt::dueTime).contains(stored("a").at());
    }

    @Test
    void twoClaimersDrainAllAndEachMessageOnce() throws Exception {
        List<String> ids = sendAll(1000);
        List<String> claimed = synchronizedList(new ArrayList<>());
        Set<String> lost = ConcurrentHashMap.newKeySet();

        ParallelThreads.run(2, number -> {
            ClaimingThread claimer = claimer().limit(17);
            for (List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
                    !held.isEmpty();
                    held = claimer.claimFromAll(TOPIC)) {
                held.forEach(each -> claimed.add(each.id()));
                held.forEach(each -> lost.addAll(ack(each)));
            }
        });

        assertThat(claimed).hasSize(1000).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(ids);
        assertThat(lost).isEmpty();
        assertCounts(0, 0, 0);
    }

    @Test
    void cancelledIsNeverClaimed() throws Exception {
        List<String> ids = sendAll(500);
        List<String> claimed = synchronizedList(new ArrayList<>());
        List<String> cancelled = synchronizedList(new ArrayList<>());
        List<String> inFlight = synchronizedList(new ArrayList<>());

        ParallelThreads.run(4, number -> {
            if (number < 2) {
                ClaimingThread claimer = claimer().limit(3);
                for (List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
                        !held.isEmpty();
                        held = claimer.claimFromAll(TOPIC)) {
                    held.forEach(each -> claimed.add(each.id()));
                    held.forEach(this::ack);
                }
            } else {
                awaiting().until(() -> !claimed.isEmpty());
                // From the other end, so that they meet the claimers once.
                for (int i = ids.size() - 1; i >= 0; i--) {
                    String id = ids.get(i);
                    switch (queue.cancel(TOPIC, id)) {
                        case CANCELLED -> cancelled.add(id);
                        case IN_FLIGHT -> inFlight.add(id);
                        case NOT_FOUND, RECORDED -> {
                            // Acked, or cancelled by the other one.
                        }
                    }
                }
            }
        });

        assertThat(claimed).doesNotHaveDuplicates();
        assertThat(cancelled).doesNotHaveDuplicates().doesNotContainAnyElementsOf(claimed);
        assertThat(inFlight).doesNotHaveDuplicates().isSubsetOf(claimed);
        assertThat(cancelled.size() + claimed.size()).as("accounted for").isEqualTo(500);
        assertCounts(0, 0, 0);
    }

    @Test
    void whileLeasesRunOutEachMessageIsAckedOnce() throws Exception {
        List<String> ids = sendAll(300);
        List<String> acked = synchronizedList(new ArrayList<>());

        ParallelThreads.run(4, number -> {
            ClaimingThread claimer = claimer().limit(5).lease(Duration.ofMillis(20));
            Random random = new Random(number);
            while (queue.counts(TOPIC).due() + queue.counts(TOPIC).leased() > 0) {
                for (LeasedMessage held : claimer.claimFromAll(TOPIC)) {
                    if (random.nextInt(5) == 0) {
                        passTime(Duration.ofMillis(22));
                    }
                    if (ack(held).isEmpty()) {
                        acked.add(held.id());
                    }
                }
                passTime(Duration.ofMillis(1));
            }
        });

        assertThat(acked).hasSize(300).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void nothingIsLostWhileTheNumberOfShardsChanges() throws Exception {
        AtomicBoolean changed = new AtomicBoolean();
        List<String> sent = synchronizedList(new ArrayList<>());
        List<String> claimed = synchronizedList(new ArrayList<>());

        ParallelThreads.run(4, number -> {
            if (number == 0) {
                for (int shards : List.of(8, 3, 11, 1, 5)) {
                    passTime(Duration.ofMillis(10));
                    queue.changeShards(shards);
                }
                changed.set(true);
            } else if (number == 1) {
                ClaimingThread claimer = claimer();
                while (!changed.get()) {
                    List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
                    held.forEach(each -> claimed.add(each.id()));
                    held.forEach(this::ack);
                }
            } else {
                for (int i = 0; i < 300 || !changed.get(); i++) {
                    sent.add(
                            send(message(number + "-" + i).delay(Duration.ZERO)).id());
                }
            }
        });
        passTime(Duration.ofMillis(2));
        ClaimingThread claimer = claimer();
        for (List<LeasedMessage> held = claimer.claimFromAll(TOPIC);
                !held.isEmpty();
                held = claimer.claimFromAll(TOPIC)) {
            held.forEach(each -> claimed.add(each.id()));
        }

        assertThat(claimed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(sent);
    }

    @Test
    void oneOfManyRedrivesWins() throws Exception {
        List<String> ids = IntStream.range(0, 50).mapToObj(i -> "a" + i).toList();
        ids.forEach(this::dead);
        Map<String, Long> won = new ConcurrentHashMap<>();

        ParallelThreads.run(
                4,
                number -> ids.forEach(id -> won.merge(queue.redrive(TOPIC, id).name(), 1L, Long::sum)));

        assertThat(won).isEqualTo(Map.of("SCHEDULED", 50L, "EXISTS", 150L));
        assertCounts(50, 0, 0);
    }

    private List<String> sendAll(int number) {
        List<OutgoingMessage> messages = IntStream.range(0, number)
                .mapToObj(i -> message("a" + i).delay(Duration.ZERO).build())
                .toList();
        for (int from = 0; from < number; from += 1000) {
            passUntilDue(queue.schedule(messages.subList(from, Math.min(number, from + 1000))));
        }
        return messages.stream().map(OutgoingMessage::id).collect(Collectors.toList());
    }
}
