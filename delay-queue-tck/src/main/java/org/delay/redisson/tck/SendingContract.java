package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.CharBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sent message is stored and claimed with everything that its sender set. */
abstract class SendingContract extends ContractFixture {

    @Test
    void whatWasSentIsWhatIsClaimed() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("zeta", "1");
        headers.put("alpha", "quote \" backslash \\ line\nend");
        headers.put("empty", "");
        headers.put("Überschrift", "日本語 🎉");
        OutgoingMessage.Builder message =
                message("a").body("the body").key("schlüssel").priority(7).timeToLive(Duration.ofMinutes(3));
        headers.forEach(message::header);

        Receipt receipt = sendDue(message);
        LeasedMessage held = claim("a");

        assertThat(held.message().topic()).isEqualTo(TOPIC);
        assertThat(held.message().body()).isEqualTo("the body");
        assertThat(held.message().key()).isEqualTo("schlüssel");
        assertThat(held.message().headers()).containsExactlyEntriesOf(headers);
        assertThat(held.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(held.message().priority()).isEqualTo(7);
        assertThat(held.message().attempt()).isEqualTo(1);
        assertThat(held.claimed().form()).isEqualTo(Form.READABLE);
        assertThat(held.claimed().timeToLive()).isEqualTo(Duration.ofMinutes(3));
        assertThat(held.claimed().failures()).isZero();
        assertThat(held.claimed().leaseExpirations()).isZero();
    }

    @Test
    void whatWasNotSaidIsNotThere() {
        sendDue("a");
        LeasedMessage held = claim("a");

        assertThat(held.message().key()).isNull();
        assertThat(held.message().headers()).isEmpty();
        assertThat(held.message().priority()).isEqualTo(OutgoingMessage.DEFAULT_PRIORITY);
        assertThat(held.claimed().timeToLive()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                "1\n{}\nlooks like what is stored",
                "{\"json\":true}",
                "\u0000binary\u0001\u007f",
                "tab\tcarriage\r\nreturn",
                "日本語 🎉 ß",
                "%s ${x} #{y} ' \" \\"
            })
    void anyTextIsABody(String body) {
        sendDue(message("a").body(body));

        assertThat(claim("a").message().body()).isEqualTo(body);
    }

    @Test
    void anEmptyKeyIsNotNone() {
        sendDue(message("a").key(""));

        assertThat(claim("a").message().key()).isEmpty();
    }

    @Test
    void anObjectIsWrittenByTheConverter() {
        sendDue(message("a").body(new PairBodies.Pair("left", "right")));
        sendDue(message("b").body(CharBuffer.wrap("as it is")));

        assertThat(stored("a").message().body()).isEqualTo("left=right");
        assertThat(stored("b").message().body()).isEqualTo("as it is");
    }

    @Test
    void anObjectThatCannotBeWrittenIsNotSent() {
        List<OutgoingMessage> messages =
                List.of(message("a").build(), message("b").body(17).build());

        assertThatThrownBy(() -> queue.schedule(messages)).hasMessage("Not a pair");
        assertCounts(0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "with space", "order:{1}*?[x]", "größe-日本-🎉", "\"'\\%s"})
    void anyPrintableTextIsAnId(String id) {
        sendDue(id);

        assertThat(claim(id).id()).isEqualTo(id);
        assertThat(stored(id).message().id()).isEqualTo(id);
        assertThat(queue.cancel(TOPIC, id)).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void anIdIsGeneratedWhereNoneIsGiven() {
        List<Receipt> receipts = queue.schedule(List.of(
                OutgoingMessage.to(TOPIC).body("1").delay(LATER).build(),
                OutgoingMessage.to(TOPIC).body("2").delay(LATER).build()));

        assertThat(receipts)
                .extracting(Receipt::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[\\w-]{14,22}"));
        assertThat(stored(receipts.get(0).id()).message().body()).isEqualTo("1");
        assertThat(stored(receipts.get(1).id()).message().body()).isEqualTo("2");
    }

    @Test
    void theSameIdInAnotherTopicIsAnotherMessage() {
        send(message("a"));
        Receipt other = send(message("payments", "a"));

        assertThat(other.outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(queue.cancel("payments", "a")).isEqualTo(CancelResult.CANCELLED);
        assertCounts(1, 0, 0);
    }

    @Test
    void servicesDoNotSeeEachOther(QueueFactory queues) throws Exception {
        send(message("a"));
        SendingContract other = new SendingContract() {};
        other.openQueue(queues);
        try {
            other.assertGone("a");
            assertThat(other.send(message("a")).outcome()).isEqualTo(Outcome.SCHEDULED);
        } finally {
            other.closeQueues();
        }
    }

    @Test
    void anotherClientSeesTheSameMessages() throws Exception {
        send(message("a"));

        assertThat(open().cancel(TOPIC, "a")).isEqualTo(CancelResult.CANCELLED);
        assertGone("a");
    }

    @Test
    void aSendThatDoesNotWaitDoesTheSame() {
        CompletableFuture<List<Receipt>> future =
                queue.scheduleAsync(List.of(message("a").build()));

        assertThat(future).succeedsWithin(GENEROUS).satisfies(receipts -> {
            assertThat(receipts).hasSize(1);
            assertThat(receipts.get(0).outcome()).isEqualTo(Outcome.SCHEDULED);
            assertThat(stored("a").at()).isEqualTo(receipts.get(0).dueTime());
        });
    }

    @Test
    void aSendThatDoesNotWaitEndsWithTheExceptionItself() {
        send(message("a"));

        CompletableFuture<List<Receipt>> future = queue.scheduleAsync(
                List.of(message("a").onDuplicate(OnDuplicate.REJECT).build()));

        assertThat(future)
                .failsWithin(GENEROUS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseExactlyInstanceOf(DelayQueueException.Duplicate.class);
    }

    @Test
    void whatIsFoundIsWhatWasSent() {
        Receipt receipt = send(message("a").key("key").priority(0).timeToLive(Duration.ofDays(2)));

        StoredMessage stored = stored("a");

        assertThat(stored.state()).isEqualTo(State.DUE);
        assertThat(stored.at()).isEqualTo(receipt.dueTime());
        assertThat(stored.message().dueTime()).isEqualTo(receipt.dueTime());
        assertThat(stored.message().key()).isEqualTo("key");
        assertThat(stored.message().priority()).isZero();
        assertThat(stored.timeToLive()).isEqualTo(Duration.ofDays(2));
        assertThat(stored.error()).isNull();
    }
}
