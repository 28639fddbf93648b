package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What is observed, and what becomes of it when something fails. */
@ExtendWith(OutputCaptureExtension.class)
class ObservationTest {

    private final List<Observation.Context> ended = new ArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final TopicTags topics = new TopicTags(10);

    ObservationTest() {
        registry.observationConfig().observationHandler(new Tracer());
    }

    /** Writes and reads a header as a tracer does. */
    private final class Tracer implements ObservationHandler<Observation.Context> {

        @Override
        @SuppressWarnings("unchecked")
        public void onStart(Observation.Context context) {
            if (context instanceof SenderContext<?> sender) {
                ((SenderContext<Object>) sender)
                        .getSetter()
                        .set(Objects.requireNonNull(sender.getCarrier()), "trace", "a1");
            } else if (context instanceof ReceiverContext<?> receiver) {
                context.put(
                        "trace",
                        Objects.requireNonNullElse(
                                ((ReceiverContext<Object>) receiver)
                                        .getGetter()
                                        .get(Objects.requireNonNull(receiver.getCarrier()), "trace"),
                                "none"));
            }
        }

        @Override
        public void onStop(Observation.Context context) {
            ended.add(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    private static OutgoingMessage outgoing(String topic) {
        return OutgoingMessage.to(topic)
                .body("text")
                .header("own", "stays")
                .priority(7)
                .delay(Duration.ofSeconds(1))
                .build();
    }

    private static DelayedMessage due(String id) {
        return new DelayedMessage("orders", id, "text", null, Map.of("trace", id), Instant.EPOCH, 4, 1);
    }

    @Test
    void messagesThatAreSentTogetherShareAnObservation() {
        QueueInterceptor.Sending sending =
                new ObservedSends(registry, topics).sending(List.of(outgoing("orders"), outgoing("others")));

        assertThat(sending.messages()).allSatisfy(message -> {
            assertThat(message.headers()).isEqualTo(Map.of("trace", "a1", "own", "stays"));
            assertThat(message.priority()).isEqualTo(7);
        });
        assertThat(ended).isEmpty();

        sending.ended(
                List.of(new Receipt("orders", "a", Instant.EPOCH, Receipt.Outcome.SCHEDULED)),
                new IllegalStateException("the other failed"));

        assertThat(ended).singleElement().satisfies(context -> {
            assertThat(context.getName()).isEqualTo("delay.queue.message.send");
            assertThat(context.getLowCardinalityKeyValue("topic").getValue()).isEqualTo("several");
            assertThat(context.getError()).hasMessage("the other failed");
        });
    }

    @Test
    void aSendersOwnTraceStaysAsAWhole() {
        OutgoingMessage own = OutgoingMessage.to("orders")
                .body("text")
                .header("Traceparent", "00-own")
                .delay(Duration.ZERO)
                .build();

        assertThat(new ObservedSends(registry, topics).sending(List.of(own)).messages())
                .containsExactly(own);
    }

    /** A tracer may write what it likes. */
    @Test
    void headersThatNoMessageMayHaveAreLeftOut() {
        registry.observationConfig().observationHandler(new Writing("delay-id", "x"));
        registry.observationConfig().observationHandler(new Writing("", "x"));

        assertThat(new ObservedSends(registry, topics)
                        .sending(List.of(outgoing("orders")))
                        .messages())
                .singleElement()
                .extracting(OutgoingMessage::headers)
                .isEqualTo(Map.of("trace", "a1", "own", "stays"));
    }

    @Test
    void aSendThatCantBeObservedLeavesNoObservationBehind() {
        registry.observationConfig().observationHandler(new Broken("start"));
        ObservedSends sends = new ObservedSends(registry, topics);

        assertThatThrownBy(() -> sends.sending(List.of(outgoing("orders")))).hasMessage("on purpose");

        assertThat(ended).hasSize(1);
    }

    /** Writes a header. */
    private record Writing(String name, String value) implements ObservationHandler<Observation.Context> {

        @Override
        @SuppressWarnings("unchecked")
        public void onStart(Observation.Context context) {
            SenderContext<Object> sender = (SenderContext<Object>) context;
            sender.getSetter().set(Objects.requireNonNull(sender.getCarrier()), name, value);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof SenderContext<?>;
        }
    }

    @Test
    void aBatchHasAnObservationForEachMessageAndOnlyWhatFailedHasAnError() {
        ObservedConsumer consumer = observed(Stream.of("b"));

        assertThatThrownBy(() -> consumer.deliver("orders", List.of(due("a"), due("b"))))
                .isInstanceOf(PartialFailure.class);

        assertThat(ended).hasSize(2);
        assertThat(ended).extracting(context -> context.get("trace")).containsExactly("a", "b");
        assertThat(ended.get(0).getError()).isNull();
        assertThat(ended.get(1).getError()).hasMessage("b failed");
        assertThat(ended)
                .allSatisfy(context -> assertThat(context.getName()).isEqualTo("delay.queue.message.delivery"));
    }

    @Test
    void aSingleMessageIsHandledWithinItsObservation() throws Exception {
        List<Observation> current = new ArrayList<>();
        ObservedConsumer consumer = new ObservedConsumer(
                new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        current.add(registry.getCurrentObservation());
                    }
                },
                registry,
                topics);

        consumer.deliver("orders", List.of(due("a")));

        assertThat(current).singleElement().isNotNull();
        assertThat(current.get(0).getContext()).isSameAs(ended.get(0));
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void aWrappedPartialFailureIsOneToo() {
        ObservedConsumer consumer = throwing(
                new IllegalStateException(new PartialFailure(Map.of("b", new IllegalStateException("b failed")))));

        assertThatThrownBy(() -> consumer.deliver("orders", List.of(due("a"), due("b"))))
                .isInstanceOf(IllegalStateException.class);

        assertThat(ended.get(0).getError()).isNull();
        assertThat(ended.get(1).getError()).hasMessage("b failed");
    }

    /** As the engine takes it. */
    @Test
    void aPartialFailureThatNamesNoneIsAFailureOfAll() {
        PartialFailure strange = new PartialFailure(Map.of("c", new IllegalStateException("c failed")));

        assertThatThrownBy(() -> throwing(strange).deliver("orders", List.of(due("a"), due("b"))))
                .isSameAs(strange);

        assertThat(ended)
                .hasSize(2)
                .allSatisfy(context -> assertThat(context.getError()).isSameAs(strange));
    }

    private ObservedConsumer throwing(Exception failure) {
        return new ObservedConsumer(
                new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
                        throw failure;
                    }
                },
                registry,
                topics);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "scope opened", "scope closed", "error", "stop"})
    void aHandlerThatFailsChangesNothingForTheMessage(String when, CapturedOutput output) throws Exception {
        registry.observationConfig().observationHandler(new Broken(when));
        List<String> delivered = new ArrayList<>();
        ObservedConsumer consumer = new ObservedConsumer(
                new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> delivered.add(message.id()));
                        if (delivered.contains("bad")) {
                            throw new IllegalStateException("by the consumer");
                        }
                    }
                },
                registry,
                topics);

        consumer.deliver("orders", List.of(due("a")));
        consumer.deliver("orders", List.of(due("b"), due("c")));
        assertThatThrownBy(() -> consumer.deliver("orders", List.of(due("bad"))))
                .hasMessage("by the consumer")
                .hasNoSuppressedExceptions();

        assertThat(delivered).containsExactly("a", "b", "c", "bad");
        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(output).containsOnlyOnce("Further failures are logged at debug level");
    }

    /** Fails at one step of each delivery. */
    private record Broken(String when) implements ObservationHandler<Observation.Context> {

        private void fail(String step) {
            if (when.equals(step)) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public void onStart(Observation.Context context) {
            fail("start");
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            fail("scope opened");
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            fail("scope closed");
        }

        @Override
        public void onError(Observation.Context context) {
            fail("error");
        }

        @Override
        public void onStop(Observation.Context context) {
            fail("stop");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Test
    void theConsumersBatchSizeStays() {
        ObservedConsumer consumer = observed(Stream.of());

        assertThat(consumer.batchSize()).isEqualTo(42);
        assertThat(consumer.batchSize("orders")).isEqualTo(43);
    }

    private ObservedConsumer observed(Stream<String> failing) {
        List<String> ids = failing.toList();
        return new ObservedConsumer(
                new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
                        throw new PartialFailure(Map.of(ids.get(0), new IllegalStateException(ids.get(0) + " failed")));
                    }

                    @Override
                    public int batchSize() {
                        return 42;
                    }

                    @Override
                    public int batchSize(String topic) {
                        return 43;
                    }
                },
                registry,
                topics);
    }

    @Test
    void nothingIsObservedWithoutARegistryOrByProperty() {
        try (RedisServer redis = RedisServer.start()) {
            ApplicationContextRunner sendOnly = Runners.sendOnly(redis)
                    .withConfiguration(AutoConfigurations.of(DelayQueueObservationAutoConfiguration.class));
            sendOnly.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ObservedSends.class));
            sendOnly.withBean(ObservationRegistry.class, ObservationRegistry::create)
                    .run(context -> assertThat(context).hasSingleBean(ObservedSends.class));
            sendOnly.withBean(ObservationRegistry.class, ObservationRegistry::create)
                    .withPropertyValues("delay.redisson.observation.enabled=false")
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ObservedSends.class));
        }
    }
}
