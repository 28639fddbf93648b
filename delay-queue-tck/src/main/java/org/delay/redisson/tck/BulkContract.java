package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueException.Duplicate;
import org.delay.redisson.DelayQueueException.PartlySent;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;

/** A call with many messages returns one answer for each, in the order of the messages. */
abstract class BulkContract extends ContractFixture {

    @Test
    void nothingIsNothing() {
        assertThat(queue.schedule(List.of())).isEmpty();
        assertThat(queue.scheduleAsync(List.of())).succeedsWithin(GENEROUS).isEqualTo(List.of());
    }

    @Test
    void receiptsAreInTheOrderOfTheCall() {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            messages.add(message("topic-" + i % 7, "id-" + (1000 - i))
                    .body("body " + i)
                    .delay(LATER.plusSeconds(i))
                    .build());
        }

        List<Receipt> receipts = queue.schedule(messages);

        assertThat(receipts)
                .extracting(receipt -> receipt.topic() + " " + receipt.id())
                .containsExactlyElementsOf(messages.stream()
                        .map(message -> message.topic() + " " + message.id())
                        .toList());
        assertThat(receipts).extracting(Receipt::outcome).containsOnly(Outcome.SCHEDULED);
        for (int i : List.of(0, 1, 199, 200, 201, 500, 999)) {
            assertThat(queue.find(messages.get(i).topic(), receipts.get(i).id()))
                    .hasValueSatisfying(stored -> assertThat(stored.at())
                            .isEqualTo(receipts.get(Integer.valueOf(i)).dueTime()))
                    .hasValueSatisfying(
                            stored -> assertThat(stored.message().body()).startsWith("body "));
        }
        long due = IntStream.range(0, 7)
                .mapToLong(i -> queue.counts("topic-" + i).due())
                .sum();
        assertThat(due).isEqualTo(1000);
    }

    @Test
    void eachMessageHasItsOwnContent() {
        List<OutgoingMessage> messages = IntStream.range(0, 300)
                .mapToObj(i -> message("a" + i)
                        .body("body " + i)
                        .key("key " + i)
                        .header("number", String.valueOf(i))
                        .priority(i % 10)
                        .build())
                .toList();

        queue.schedule(messages);

        for (int i = 0; i < 300; i++) {
            assertThat(stored("a" + i).message().body()).isEqualTo("body " + i);
            assertThat(stored("a" + i).message().key()).isEqualTo("key " + i);
            assertThat(stored("a" + i).message().headers()).containsEntry("number", String.valueOf(i));
            assertThat(stored("a" + i).message().priority()).isEqualTo(i % 10);
        }
    }

    @Test
    void theSameIdTwiceIsAppliedInOrder() {
        List<Receipt> receipts = queue.schedule(List.of(
                message("a").body("first").build(),
                message("b").body("first").build(),
                message("a").body("second").build(),
                message("b").body("second").onDuplicate(OnDuplicate.KEEP).build(),
                message("other", "a").body("third").build()));

        assertThat(receipts)
                .extracting(Receipt::outcome)
                .containsExactly(
                        Outcome.SCHEDULED, Outcome.SCHEDULED, Outcome.REPLACED, Outcome.KEPT, Outcome.SCHEDULED);
        assertThat(stored("a").message().body()).isEqualTo("second");
        assertThat(stored("b").message().body()).isEqualTo("first");
        assertCounts(2, 0, 0);
    }

    @Test
    void theSameIdTwiceIsAppliedInOrderFarApartToo() {
        List<OutgoingMessage> messages = new ArrayList<>();
        messages.add(message("a").body("first").build());
        IntStream.range(0, 250).forEach(i -> messages.add(message("filler-" + i).build()));
        messages.add(message("a").body("second").build());

        List<Receipt> receipts = queue.schedule(messages);

        assertThat(receipts.get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(receipts.get(251).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(stored("a").message().body()).isEqualTo("second");
    }

    @Test
    void ofSeveralThoseThatAreRejectedAreNamed() {
        send(message("b").body("old"));
        send(message("d").body("old"));
        List<OutgoingMessage> messages = List.of(
                message("a").onDuplicate(OnDuplicate.REJECT).build(),
                message("b").onDuplicate(OnDuplicate.REJECT).build(),
                message("c").onDuplicate(OnDuplicate.REJECT).build(),
                message("d").onDuplicate(OnDuplicate.KEEP).build());

        assertThatThrownBy(() -> queue.schedule(messages))
                .asInstanceOf(type(PartlySent.class))
                .satisfies(e -> assertThat(e.receipts()).extracting(Receipt::id).containsExactly("a", "c", "d"))
                .satisfies(e -> assertThat(e.receipts())
                        .extracting(Receipt::outcome)
                        .containsExactly(Outcome.SCHEDULED, Outcome.SCHEDULED, Outcome.KEPT))
                .satisfies(e -> assertThat(e.ids()).containsExactly("b"))
                .satisfies(e -> assertThat(e.failures()).hasSize(1))
                .satisfies(e -> assertThat(e.failures().get(0))
                        .asInstanceOf(type(Duplicate.class))
                        .returns(TOPIC, Duplicate::topic));

        assertThat(stored("b").message().body()).isEqualTo("old");
        assertThat(stored("a").state()).isEqualTo(State.DUE);
        assertCounts(4, 0, 0);
    }

    @Test
    void ofSeveralThatAreAllRejectedNoneIsAccepted() {
        send(message("a"));
        send(message("b"));
        List<OutgoingMessage> messages = List.of(
                message("a").onDuplicate(OnDuplicate.REJECT).build(),
                message("b").onDuplicate(OnDuplicate.REJECT).build());

        assertThatThrownBy(() -> queue.schedule(messages))
                .asInstanceOf(type(PartlySent.class))
                .satisfies(e -> assertThat(e.receipts()).isEmpty())
                .satisfies(e -> assertThat(e.ids()).containsExactly("a", "b"));
    }

    @Test
    void theSameIdTwiceIsRejectedTheSecondTime() {
        OutgoingMessage message = message("a").onDuplicate(OnDuplicate.REJECT).build();

        assertThatThrownBy(() -> queue.schedule(List.of(message, message)))
                .asInstanceOf(type(PartlySent.class))
                .satisfies(e -> assertThat(e.receipts()).extracting(Receipt::id).containsExactly("a"))
                .satisfies(e -> assertThat(e.ids()).containsExactly("a"));
        assertCounts(1, 0, 0);
    }

    @Test
    void aSendThatDoesNotWaitSaysTheSame() {
        send(message("b"));
        List<OutgoingMessage> messages = List.of(
                message("a").build(),
                message("b").onDuplicate(OnDuplicate.REJECT).build());

        assertThat(queue.scheduleAsync(messages))
                .failsWithin(GENEROUS)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .asInstanceOf(type(DelayQueueException.PartlySent.class))
                .satisfies(e -> assertThat(e.ids()).containsExactly("b"));
        assertThat(stored("a").state()).isEqualTo(State.DUE);
    }
}
