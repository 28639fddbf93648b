package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.TopicDeletion;
import org.junit.jupiter.api.Test;

/** A topic that is deleted has nothing any more; one that is not empty is deleted only by force. */
abstract class TopicDeletionContract extends ContractFixture {

    @Test
    void aTopicThatNeverWas() {
        assertThat(queue.deleteTopic(TOPIC, false)).isEqualTo(new TopicDeletion(true, 0, 0, 0));
        assertThat(queue.deleteTopic(TOPIC, true)).isEqualTo(new TopicDeletion(true, 0, 0, 0));
    }

    @Test
    void aTopicThatIsNotEmptyIsKept() {
        send(message("waiting"));
        assertThat(queue.deleteTopic(TOPIC, false)).isEqualTo(new TopicDeletion(false, 1, 0, 0));
        queue.cancel(TOPIC, "waiting");

        LeasedMessage held = leased("leased");
        assertThat(queue.deleteTopic(TOPIC, false)).isEqualTo(new TopicDeletion(false, 0, 1, 0));
        assertThat(ack(held)).isEmpty();

        dead("dead");
        queue.pause(TOPIC);
        assertThat(queue.deleteTopic(TOPIC, false)).isEqualTo(new TopicDeletion(false, 0, 0, 1));
        assertCounts(0, 0, 1);
        assertThat(queue.paused()).containsExactly(TOPIC);
    }

    @Test
    void byForceEverythingIsDeleted() {
        List<String> ids =
                Stream.iterate(0, i -> i + 1).limit(20).map(i -> "w" + i).toList();
        ids.forEach(id -> send(message(id)));
        dead("dead");
        LeasedMessage held = leased("leased");

        assertThat(queue.deleteTopic(TOPIC, true)).isEqualTo(new TopicDeletion(true, 20, 1, 1));

        assertCounts(0, 0, 0);
        ids.forEach(this::assertGone);
        assertThat(queue.redrive(TOPIC, "dead")).isEqualTo(RedriveResult.NOT_FOUND);
        assertThat(queue.cancel(TOPIC, "w0")).isEqualTo(CancelResult.NOT_FOUND);
        assertThat(ack(held)).containsExactly("leased");
        assertThat(queue.deleteTopic(TOPIC, true)).isEqualTo(new TopicDeletion(true, 0, 0, 0));
    }

    /** It would hold up a later topic of this name, and nobody would know why. */
    @Test
    void thePauseEndsToo() {
        queue.pause(TOPIC);
        send(message("a"));

        queue.deleteTopic(TOPIC, true);

        assertThat(queue.paused()).isEmpty();
        sendDue("b");
        assertThat(claimer().claimFromAll(TOPIC)).extracting(LeasedMessage::id).containsExactly("b");
    }

    @Test
    void aTopicThatIsUsedAgainIsNew() {
        leased("a");
        queue.deleteTopic(TOPIC, true);

        assertThat(sendDue("a").outcome()).isEqualTo(Outcome.SCHEDULED);
        LeasedMessage held = claim("a");
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(ack(held)).isEmpty();
    }

    @Test
    void nothingIsDueAnyMore() {
        sendDue("a");
        passTime(Duration.ofMillis(1));

        queue.deleteTopic(TOPIC, true);

        for (int shard = 0; shard < queue.shards(); shard++) {
            assertThat(queue.poll(shard).due()).isEmpty();
            assertThat(queue.poll(shard).next()).isNull();
        }
    }

    @Test
    void messagesOfEveryShardCountAreDeleted() {
        send(message("a"));
        send(message("b"));
        queue.changeShards(shards() + 6);
        for (int i = 0; i < 30; i++) {
            send(message("c" + i));
        }

        assertThat(queue.deleteTopic(TOPIC, true)).isEqualTo(new TopicDeletion(true, 32, 0, 0));
        assertCounts(0, 0, 0);
    }

    @Test
    void otherTopicsAreLeftAlone() {
        send(message("other", "a"));
        queue.pause("other");

        queue.deleteTopic(TOPIC, true);

        assertThat(queue.counts("other").due()).isOne();
        assertThat(queue.paused()).containsExactly("other");
    }

    @Test
    void twoOperatorsAtOnceDeleteEachMessageOnce() throws Exception {
        for (int i = 0; i < 50; i++) {
            send(message("a" + i));
        }
        DelayQueueMessage other = open();

        CompletableFuture<TopicDeletion> one =
                CompletableFuture.supplyAsync(() -> queue.deleteTopic(TOPIC, true), THREADS);
        CompletableFuture<TopicDeletion> two =
                CompletableFuture.supplyAsync(() -> other.deleteTopic(TOPIC, true), THREADS);

        assertThat(one.join().due() + two.join().due()).isEqualTo(50);
        assertCounts(0, 0, 0);
    }

    @Test
    void anInvalidTopicIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.deleteTopic("no topic", true));
    }
}
