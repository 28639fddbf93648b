package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.junit.jupiter.api.Test;

/** A dead letter stays until it is redriven or deleted. Meanwhile its id is free for a new message. */
abstract class DeadLettersContract extends ContractFixture {

    // Redrive

    @Test
    void redriveOfNothing() {
        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.NOT_FOUND);
        assertGone("a");
    }

    @Test
    void redriveOfADueMessage() {
        send(message("a"));
        StoredMessage before = stored("a");

        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.EXISTS);
        assertThat(stored("a")).isEqualTo(before);
    }

    @Test
    void redriveOfALeasedMessage() {
        LeasedMessage held = leased("a");

        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.EXISTS);
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void redriveOfADeadLetterMakesItDueNowWithAttemptsFromOne() {
        sendDue(message("a").key("key").header("h", "1").priority(8).timeToLive(LATER));
        claimedAndExpired("a");
        retry(claim("a"), Duration.ZERO, false);
        passTime(Duration.ofMillis(1));
        bury(claim("a"), "no use");
        passTime(Duration.ofMillis(3));
        Instant before = now();

        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);

        StoredMessage stored = stored("a");
        assertThat(stored.state()).isEqualTo(State.DUE);
        assertThat(stored.at()).isBetween(before, now().plus(queues.dueTimeError()));
        assertThat(stored.error()).isNull();
        assertCounts(1, 0, 0);
        passUntil(stored.at());
        LeasedMessage held = claim("a");
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.claimed().failures()).isZero();
        assertThat(held.claimed().leaseExpirations()).isZero();
        assertThat(held.claimed().timeToLive()).isEqualTo(LATER);
        assertThat(held.message().dueTime()).isEqualTo(stored.at());
        assertThat(held.message().body()).isEqualTo("body of a");
        assertThat(held.message().key()).isEqualTo("key");
        assertThat(held.message().headers()).containsExactly(Map.entry("h", "1"));
        assertThat(held.message().priority()).isEqualTo(8);
    }

    @Test
    void redriveBesideAMessageWithTheSameIdLeavesBoth() {
        dead("a");
        send(message("a").body("live"));

        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 1);
        assertThat(stored("a").message().body()).isEqualTo("live");
    }

    @Test
    void redriveTwiceMakesOneMessage() {
        dead("a");

        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 0);
    }

    @Test
    void aRedrivenMessageCanDieAgain() {
        dead("a");
        queue.redrive(TOPIC, "a");
        passUntil(stored("a").at());

        bury(claim("a"), "again");

        assertThat(stored("a").error()).isEqualTo("again");
        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.SCHEDULED);
    }

    // Delete

    @Test
    void deleteOfNothing() {
        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.NOT_FOUND);
    }

    @Test
    void deleteOfADueMessage() {
        send(message("a"));

        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.NOT_FOUND);
        assertCounts(1, 0, 0);
    }

    @Test
    void deleteOfALeasedMessage() {
        LeasedMessage held = leased("a");

        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void deleteOfADeadLetter() {
        dead("a");

        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.DELETED);

        assertGone("a");
        assertCounts(0, 0, 0);
        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(queue.redrive(TOPIC, "a")).isEqualTo(RedriveResult.NOT_FOUND);
    }

    @Test
    void deleteLeavesTheMessageWithTheSameId() {
        dead("a");
        send(message("a").body("live"));

        assertThat(queue.delete(TOPIC, "a")).isEqualTo(DeleteResult.DELETED);

        assertCounts(1, 0, 0);
        assertThat(stored("a").message().body()).isEqualTo("live");
    }

    // Delete the old ones

    @Test
    void deleteDeadLeavesWhatDiedSince() {
        dead("a");
        dead("b");
        passTime(Duration.ofMillis(2));

        assertThat(queue.deleteDead(TOPIC, LATER)).isZero();
        assertCounts(0, 0, 2);
    }

    @Test
    void deleteDeadCountsWhatItDeletes() {
        List<String> ids = List.of("a", "b", "c", "d", "e");
        ids.forEach(this::dead);
        send(message("f"));
        leased("g");
        dead("h");
        send(message("h"));
        passTime(Duration.ofMillis(3));

        assertThat(queue.deleteDead(TOPIC, Duration.ofMillis(1))).isEqualTo(6);

        assertCounts(2, 1, 0);
        ids.forEach(this::assertGone);
        assertThat(queue.deleteDead(TOPIC, Duration.ofMillis(1))).isZero();
    }

    @Test
    void deleteDeadTakesOnlyTheOldOnes() {
        Duration age = Duration.ofMillis(300);
        dead("old");
        passTime(age.plusMillis(2));
        dead("young");
        StoredMessage young = stored("young");

        queue.deleteDead(TOPIC, age);

        assertGone("old");
        Optional<StoredMessage> left = queue.find(TOPIC, "young");
        // The machine may have paused for as long as that.
        assertThat(left.isPresent() || young.at().isBefore(now().minus(age))).isTrue();
    }

    @Test
    void deleteDeadTakesOnlyTheOldOnesExactly() {
        assumeTrue(timeJumps(), "takes two hours");
        dead("old");
        passTime(LATER.multipliedBy(2));
        dead("young");
        passTime(LATER);

        assertThat(queue.deleteDead(TOPIC, LATER.plusMinutes(1))).isEqualTo(1);

        assertGone("old");
        assertThat(stored("young").state()).isEqualTo(State.DEAD);
    }

    @Test
    void deleteDeadLeavesOtherTopics() {
        dead("a");
        passTime(Duration.ofMillis(3));

        assertThat(queue.deleteDead("other", Duration.ofMillis(1))).isZero();
        assertCounts(0, 0, 1);
    }
}
