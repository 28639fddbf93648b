package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.RevisionedStore.PreparedMessage;
import org.delay.redisson.RevisionedStore.Relayed;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.ShardMark;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.junit.jupiter.api.Test;

/** Changes with revisions find messages in the shards where they were stored; each shard has a mark. */
abstract class RevisionedShardsContract extends RevisionsFixture {

    private static final int MORE = 8;

    // Shards that change

    @Test
    void aMessageIsReplacedWhereItIs() {
        String id = mover();
        store.relay(List.of(prepared(message(id)).at(5)));
        queue.changeShards(shards() + MORE);

        Relayed lower = store.relay(List.of(prepared(message(id)).at(4))).get(0);
        Relayed higher = store.relay(List.of(prepared(message(id)).at(6))).get(0);

        assertThat(lower).isEqualTo(new Relayed(Outcome.KEPT, home(id), 5, 0, null, null));
        assertThat(higher)
                .isEqualTo(
                        new Relayed(Outcome.REPLACED, home(id), 6, 0, stored(id).at(), null));
        assertCounts(1, 0, 0);
    }

    @Test
    void aDeadLetterInAnotherShardIsSeen() {
        String id = mover();
        PreparedMessage message = deadBeforeTheChange(id);

        assertThat(store.relay(List.of(message.at(5))).get(0).outcome()).isEqualTo(Outcome.KEPT_DEAD);
        assertThat(store.relay(List.of(message.at(6))).get(0))
                .isEqualTo(new Relayed(
                        Outcome.SCHEDULED,
                        home(id, shards() + MORE),
                        6,
                        0,
                        stored(id).at(),
                        null));
        assertThat(store.locate(List.of(new MessageName(TOPIC, id))).get(0)).contains(new StoredRevision(State.DUE, 6));
        assertCounts(1, 0, 1);
    }

    /** The dead letter is in another shard than the message that the relay has stored. */
    @Test
    void aRedriveAfterItsRelayMakesNothingDueAgain() {
        String id = mover();
        PreparedMessage message = deadBeforeTheChange(id);
        store.relay(List.of(message.at(7)));
        assertCounts(1, 0, 1);

        assertThat(redrive(id, 5, 7)).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 0);
        assertThat(store.locate(List.of(new MessageName(TOPIC, id))).get(0)).contains(new StoredRevision(State.DUE, 7));
    }

    @Test
    void aRelayAfterItsRedriveStoresNothing() {
        String id = mover();
        PreparedMessage message = deadBeforeTheChange(id);
        assertThat(redrive(id, 5, 7)).isEqualTo(RedriveResult.SCHEDULED);

        assertThat(store.relay(List.of(message.at(7))).get(0))
                .isEqualTo(new Relayed(Outcome.KEPT, home(id), 7, 0, null, null));

        assertCounts(1, 0, 0);
    }

    @Test
    void aLateRelayDoesNotHideANewerOneFromTheRedrive() {
        String id = mover();
        PreparedMessage message = deadBeforeTheChange(id);
        store.relay(List.of(message.at(7)));
        assertThat(store.relay(List.of(message.at(6))).get(0).outcome()).isEqualTo(Outcome.KEPT);

        assertThat(redrive(id, 5, 7)).isEqualTo(RedriveResult.EXISTS);

        assertCounts(1, 0, 0);
    }

    private RedriveResult redrive(String id, long dead, long revision) {
        return store.redrive(new MessageRevision(TOPIC, id, dead), revision);
    }

    private PreparedMessage deadBeforeTheChange(String id) {
        PreparedMessage message = dueNow(id, BODY);
        store.relay(List.of(message.at(5)));
        passUntil(stored(id).at());
        bury(claim(id), "no use");
        queue.changeShards(shards() + MORE);
        return message;
    }

    @Test
    void aMessageIsCancelledWhereItIs() {
        String id = mover();
        store.relay(List.of(prepared(message(id)).at(5)));
        queue.changeShards(shards() + MORE);

        assertThat(store.cancel(List.of(new MessageRevision(TOPIC, id, 4)))
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.KEPT);
        assertThat(store.cancel(List.of(new MessageRevision(TOPIC, id, 5))).get(0))
                .isEqualTo(new Relayed(Outcome.CANCELLED, home(id), 0, 0, null, null));
        assertGone(id);
    }

    /** Another client changes the number of shards between two calls of this one. */
    @Test
    void aClientThatKnowsTheOldShardsLearnsOfTheNewOnes() throws Exception {
        String id = mover();
        store.relay(List.of(prepared(message(id)).at(5)));
        DelayQueueMessage other = open();
        other.changeShards(shards() + MORE);
        RevisionedStore others = other.revisions().orElseThrow();
        assertThat(others.cancel(List.of(new MessageRevision(TOPIC, id, 5)))
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.CANCELLED);

        Relayed relayed = store.relay(List.of(prepared(message(id)).at(6))).get(0);

        assertThat(relayed)
                .isEqualTo(new Relayed(
                        Outcome.SCHEDULED,
                        home(id, shards() + MORE),
                        6,
                        0,
                        stored(id).at(),
                        null));
        assertThat(others.locate(List.of(new MessageName(TOPIC, id))).get(0))
                .contains(new StoredRevision(State.DUE, 6));
    }

    private String mover() {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "moves-" + i)
                .filter(id -> home(id) != home(id, shards() + MORE))
                .findFirst()
                .orElseThrow();
    }

    // Marks

    @Test
    void aShardHasNoMarkAtFirst() {
        assertThat(store.mark(0).mark()).isZero();
    }

    @Test
    void aChangeAnswersTheMarkThatItMet() {
        ShardMark none = store.mark(home("a"));
        assertThat(relay(1, "before").mark()).isZero();

        ShardMark raised = store.raiseMark(home("a"), none, 10);

        assertThat(raised).isEqualTo(new ShardMark(10, none.replicationId())).isEqualTo(store.mark(home("a")));
        assertThat(relay(2, "after").mark()).isEqualTo(10);
        assertThat(relay(2, "kept").mark()).isEqualTo(10);
        assertThat(cancel(3).mark()).isEqualTo(10);
    }

    @Test
    void eachShardHasItsOwnMark() {
        for (int shard = 0; shard < shards(); shard++) {
            store.raiseMark(shard, store.mark(shard), 100 + shard);
        }

        for (int shard = 0; shard < shards(); shard++) {
            assertThat(store.mark(shard).mark()).isEqualTo(100 + shard);
        }
    }

    @Test
    void aMarkNeverGetsLower() {
        ShardMark none = store.mark(0);
        ShardMark ten = store.raiseMark(0, none, 10);

        assertThat(store.raiseMark(0, none, 9)).isEqualTo(ten);
        assertThat(store.raiseMark(0, none, 10)).isEqualTo(ten);
        assertThat(store.raiseMark(0, none, 11).mark()).isEqualTo(11);
    }

    /** Whoever finds that a shard has lost something records it first. Until then, nobody hides it by raising the mark. */
    @Test
    void theMarkOfAShardThatIsNotAsKnownStays() {
        ShardMark ten = store.raiseMark(0, store.mark(0), 10);

        assertThat(store.raiseMark(0, new ShardMark(11, ten.replicationId()), 12))
                .isEqualTo(ten);
        assertThat(store.raiseMark(0, new ShardMark(10, "of-another-server"), 12))
                .isEqualTo(ten);
        assertThat(store.mark(0)).isEqualTo(ten);
    }

    @Test
    void badInputOfMarks() {
        assertThatThrownBy(() -> store.mark(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.raiseMark(0, ShardMark.NONE, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MessageRevision(TOPIC, "a", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("revision");
    }
}
