package org.delay.redisson.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.delay.redisson.BulkResult;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.TopicDeletion;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What is shown and done, for everything that shows or operates a queue. */
@ExtendWith(OutputCaptureExtension.class)
class QueueOperationsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final QueueOperations operations = operations(Set.of("registered"));

    private QueueOperations operations(Set<String> registered) {
        DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public Set<String> pullAll() {
                return registered;
            }
        };
        return new QueueOperations(queue, registrar, new SharedTopicReadings(queue, registrar, Duration.ofNanos(1)));
    }

    private void send(String topic, String id) {
        queue.schedule(List.of(OutgoingMessage.to(topic)
                .id(id)
                .body("secret")
                .key("customer")
                .header("user", "name")
                .delay(Duration.ofHours(1))
                .build()));
    }

    @Test
    void aReaderSeesMessagesWithMaskedValues() {
        send("orders", "a");

        MessageView view = operations.message(Access.READ_ONLY, "orders", "a").orElseThrow();

        assertThat(view.showsValues()).isFalse();
        assertThat(view.id()).isEqualTo("a");
        assertThat(view.state()).isEqualTo(State.DUE);
        assertThat(List.of(
                        view.body(),
                        String.valueOf(view.key()),
                        String.valueOf(view.headers().get("user"))))
                .containsOnly(MessageView.MASK);
    }

    @Test
    void whoMaySeeValuesSeesThemInMessagesAndPages() {
        send("orders", "a");
        Access access = (permission, topic) -> permission != Permission.OPERATE;

        MessagePage page = operations.messages(access, "orders", State.DUE, PageRequest.of(null, null));

        assertThat(page.messages())
                .singleElement()
                .usingRecursiveComparison()
                .isEqualTo(operations.message(access, "orders", "a").orElseThrow());
        assertThat(page.messages().get(0).body()).isEqualTo("secret");
        assertThat(page.messages().get(0).key()).isEqualTo("customer");
        assertThat(page.messages().get(0).headers()).isEqualTo(Map.of("user", "name"));
    }

    @Test
    void pagesGoOnAtTheirCursor() {
        Stream.of("a", "b", "c").forEach(id -> send("orders", id));

        MessagePage first = operations.messages(Access.READ_ONLY, "orders", State.DUE, PageRequest.of(null, 2));
        MessagePage second =
                operations.messages(Access.READ_ONLY, "orders", State.DUE, PageRequest.of(first.next(), 2));

        assertThat(Stream.of(first, second).flatMap(page -> page.messages().stream()))
                .extracting(MessageView::id)
                .containsExactlyInAnyOrder("a", "b", "c");
        assertThat(second.next()).isNull();
    }

    @Test
    void aTopicIsKnownByItsMessagesItsPauseOrTheRegistrar() {
        send("orders", "a");
        queue.pause("paused");

        assertThat(operations
                        .topic(Access.READ_ONLY, "orders")
                        .orElseThrow()
                        .counts()
                        .due())
                .isOne();
        assertThat(operations.topic(Access.READ_ONLY, "paused").orElseThrow().paused())
                .isTrue();
        assertThat(operations.topic(Access.READ_ONLY, "registered")).isPresent();
        assertThat(operations.topic(Access.READ_ONLY, "unknown")).isEmpty();
    }

    @Test
    void topicsAreListedWithCurrentPauses() {
        queue.pause("registered");

        TopicsView topics = operations.topics(Access.READ_ONLY, PageRequest.of(null, null), LONG);

        assertThat(topics.topics()).extracting(TopicView::topic).containsExactly("registered");
        assertThat(topics.topics().get(0).paused()).isTrue();
        assertThat(topics.age()).isBetween(Duration.ZERO, LONG);
    }

    @Test
    void topicsComeInPagesWithTheSumOfAllOfThem() {
        Set<String> names = Set.of("a", "b", "c", "d", "e");
        names.forEach(topic -> send(topic, "m"));
        QueueOperations many = operations(names);
        List<String> shown = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            TopicsView page = many.topics(Access.READ_ONLY, PageRequest.of(cursor, 2), LONG);
            assertThat(page.number()).isEqualTo(5);
            assertThat(page.total()).isEqualTo(new Counts(5, 0, 0, Duration.ZERO));
            assertThat(page.topics()).hasSizeLessThanOrEqualTo(2);
            page.topics().forEach(topic -> shown.add(topic.topic()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(shown).containsExactly("a", "b", "c", "d", "e");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> many.topics(Access.READ_ONLY, PageRequest.of(null, 1_001), LONG))
                .withMessageContaining("limit");
    }

    @Test
    void everyOperationHasItsOutcome() {
        send("orders", "a");
        send("orders", "b");
        assertThat(List.of(
                        perform(new Operation.Reschedule("orders", "a", Duration.ofHours(2))),
                        perform(new Operation.Cancel("orders", "a")),
                        perform(new Operation.Cancel("orders", "a")),
                        perform(new Operation.Redrive("orders", "b")),
                        perform(new Operation.Delete("orders", "b")),
                        perform(new Operation.Pause("orders")),
                        perform(new Operation.Resume("orders")),
                        perform(new Operation.Repair("orders"))))
                .containsExactly(
                        Outcome.RESCHEDULED,
                        Outcome.CANCELLED,
                        Outcome.NOT_FOUND,
                        Outcome.EXISTS,
                        Outcome.NOT_FOUND,
                        Outcome.PAUSED,
                        Outcome.RESUMED,
                        Outcome.REPAIRED);
        assertThat(queue.paused()).isEmpty();
    }

    private Outcome perform(Operation operation) {
        return operations.perform(Access.FULL, operation);
    }

    static Stream<Enum<?>> resultsOfTheQueue() {
        return Stream.of(
                        CancelResult.values(), RescheduleResult.values(), RedriveResult.values(), DeleteResult.values())
                .flatMap(Stream::of);
    }

    @ParameterizedTest
    @MethodSource("resultsOfTheQueue")
    void everyResultOfTheQueueIsAnOutcome(Enum<?> result) {
        assertThat(Outcome.valueOf(result.name()).name()).isEqualTo(result.name());
    }

    @Test
    void nothingIsDoneForWhoMayOnlyRead() {
        send("orders", "a");

        assertDenied(() -> operations.perform(Access.READ_ONLY, new Operation.Cancel("orders", "a")));
        assertDenied(() -> operations.perform(Access.READ_ONLY, new Operation.Pause("orders")));

        assertThat(queue.find("orders", "a")).isPresent();
        assertThat(queue.paused()).isEmpty();
    }

    @Test
    void manyDeadLettersTopicsAndShardsAreForThoseWhoMay() {
        send("orders", "a");
        Access operator = (permission, topic) -> permission == Permission.OPERATE && topic.equals("orders");
        DeadLetterFilter all = DeadLetterFilter.of("orders");

        assertThat(operations.redriveDead(operator, all)).isEqualTo(new BulkResult(0, 0, false));
        assertThat(operations.deleteDead(operator, all)).isEqualTo(new BulkResult(0, 0, false));
        assertDenied(() -> operations.redriveDead(Access.READ_ONLY, all));
        assertDenied(() -> operations.deleteDead(operator, DeadLetterFilter.of("others")));
        assertDenied(() -> operations.deleteTopic(operator, "orders", true));
        assertDenied(() -> operations.changeShards(operator, 4));

        Access administrator = (permission, topic) -> permission == Permission.ADMINISTER && !topic.equals("hidden");
        assertDenied(() -> operations.deleteTopic(administrator, "hidden", true));
        assertThat(operations.deleteTopic(administrator, "orders", false)).isEqualTo(new TopicDeletion(false, 1, 0, 0));
        assertThat(operations.deleteTopic(administrator, "orders", true)).isEqualTo(new TopicDeletion(true, 1, 0, 0));
        assertThat(operations.changeShards(administrator, 4)).isEqualTo(4);
        assertThat(queue.shards()).isEqualTo(4);
    }

    @Test
    void aDeletedTopicIsNotListedAnyMore() {
        Set<String> registered = new TreeSet<>(Set.of("registered", "other"));
        DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public boolean deregister(String topic) {
                return registered.remove(topic);
            }

            @Override
            public Set<String> pullAll() {
                return registered;
            }
        };
        var unused = new QueueOperations(queue, registrar, new SharedTopicReadings(queue, registrar, LONG))
                .deleteTopic(Access.FULL, "registered", false);

        assertThat(registered).containsExactly("other");
    }

    @Test
    void eachChangeIsLoggedWithItsUser(CapturedOutput output) {
        send("orders", "a");
        Access alice = Access.full("alice");
        operations.perform(alice, new Operation.Cancel("orders", "a"));
        operations.redriveDead(alice, DeadLetterFilter.of("orders").withError("x\nforged line"));
        operations.deleteTopic(alice, "orders", true);
        operations.changeShards(Access.FULL, 2);
        assertDenied(() -> operations.perform(Access.READ_ONLY, new Operation.Pause("orders")));
        assertThatThrownBy(() -> operations.changeShards(Access.full("b\u001bob"), 0))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(output)
                .contains("Operation by alice: Cancel[topic=orders, id=a]: CANCELLED")
                .contains("Operation by alice: redrive dead letters: DeadLetterFilter[topic=orders, olderThan=PT0S,"
                        + " error=x?forged line, limit=2147483647, firstLine=null, diedBy=null]: BulkResult[changed=0, kept=0,"
                        + " more=false]")
                .contains("Operation by alice: delete topic orders with its messages: TopicDeletion[deleted=true")
                .contains("Operation by an unknown user: change shards to 2: 2")
                .contains("Operation by an unknown user: Pause[topic=orders] was refused, because the user lacks the"
                        + " permission OPERATE")
                .contains("Operation by b?ob: change shards to 0 failed, and may have taken effect in part:");
    }

    @Test
    void whoMayNotViewATopicSeesNothingOfIt() {
        send("hidden", "a");
        queue.pause("hidden");
        Access access = (permission, topic) -> !topic.equals("hidden");

        assertThat(operations.topics(access, PageRequest.of(null, null), LONG).topics())
                .extracting(TopicView::topic)
                .containsExactly("registered");
        assertDenied(() -> operations.topic(access, "hidden"));
        assertDenied(() -> operations.message(access, "hidden", "a"));
        assertDenied(() -> operations.messages(access, "hidden", State.DUE, PageRequest.of(null, null)));
    }

    private static void assertDenied(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AccessDenied.class);
    }

    @Test
    void namesAndIdsThatBreakARuleAreRefusedBeforeAnythingIsDone() {
        assertThatThrownBy(() -> new Operation.Pause("no topic")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Operation.Cancel("orders", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Operation.Reschedule("orders", "a", Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> operations.message(Access.FULL, "orders", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
