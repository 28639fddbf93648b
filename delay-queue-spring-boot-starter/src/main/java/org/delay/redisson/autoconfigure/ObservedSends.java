package org.delay.redisson.autoconfigure;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Observes sends, and writes the trace into the messages' headers, which the delivery goes on with. Messages that are sent
 * together have one observation.
 */
@Slf4j
final class ObservedSends implements QueueInterceptor {

    static final String NAME = "delay.queue.message.send";

    private static final String SEVERAL = "several";

    /** W3C's name for it. */
    private static final String TRACE_PARENT = "traceparent";

    private final ObservationRegistry registry;
    private final TopicTags topics;

    ObservedSends(ObservationRegistry registry, TopicTags topics) {
        this.registry = registry;
        this.topics = topics;
    }

    @Override
    public Sending sending(Collection<OutgoingMessage> messages) {
        if (registry.isNoop() || messages.isEmpty()) {
            return () -> messages;
        }
        Map<String, String> trace = new LinkedHashMap<>();
        SenderContext<Map<String, String>> context = new SenderContext<>((carrier, name, value) -> {
            if (carrier != null && isAllowed(name, value)) {
                carrier.put(name, value);
            }
        });
        context.setCarrier(trace);
        String topic = topic(messages);
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(topic + " send")
                .lowCardinalityKeyValue(KeyValue.of("topic", topic))
                .highCardinalityKeyValue(KeyValue.of("messages", String.valueOf(messages.size())));
        try {
            observation.start();
            return new Observed(
                    observation,
                    messages.stream().map(message -> with(trace, message)).toList());
        } catch (RuntimeException | Error e) {
            observation.error(e);
            observation.stop();
            throw e;
        }
    }

    private String topic(Collection<OutgoingMessage> messages) {
        Set<String> names = messages.stream().map(OutgoingMessage::topic).collect(Collectors.toSet());
        return names.size() == 1 ? topics.of(names.iterator().next()) : SEVERAL;
    }

    private static boolean isAllowed(String name, String value) {
        try {
            Headers.check(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            log.debug("A header of the trace is left out: {}", e.getMessage());
            return false;
        }
    }

    /** A header that the sender set himself stays; a trace of his own, as a whole. */
    private static OutgoingMessage with(Map<String, String> trace, OutgoingMessage message) {
        if (message.headers().keySet().stream().anyMatch(TRACE_PARENT::equalsIgnoreCase)) {
            return message;
        }
        Map<String, String> headers = new LinkedHashMap<>(trace);
        headers.putAll(message.headers());
        return new OutgoingMessage(
                message.topic(),
                message.id(),
                message.body(),
                message.key(),
                headers,
                message.delay(),
                message.dueTime(),
                message.priority(),
                message.timeToLive(),
                message.onDuplicate());
    }

    private record Observed(Observation observation, List<OutgoingMessage> traced) implements Sending {

        @Override
        public Collection<OutgoingMessage> messages() {
            return traced;
        }

        @Override
        public void ended(List<Receipt> accepted, @Nullable Throwable thrown) {
            if (accepted.size() == 1) {
                observation.highCardinalityKeyValue("id", accepted.get(0).id());
            }
            if (thrown != null) {
                observation.error(thrown);
            }
            observation.stop();
        }
    }
}
