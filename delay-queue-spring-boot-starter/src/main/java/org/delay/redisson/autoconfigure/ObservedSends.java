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
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * Observes sends, and writes the trace into the messages' headers, which the delivery goes on with. Messages that are sent
 * together have one observation.
 */
final class ObservedSends implements QueueInterceptor {

    static final String NAME = "delay.queue.message.send";

    private static final String SEVERAL = "several";

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
            if (carrier != null) {
                carrier.put(name, value);
            }
        });
        context.setCarrier(trace);
        String topic = topic(messages);
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(topic + " send")
                .lowCardinalityKeyValue(KeyValue.of("topic", topic))
                .highCardinalityKeyValue(KeyValue.of("messages", String.valueOf(messages.size())))
                .start();
        List<OutgoingMessage> traced =
                messages.stream().map(message -> with(trace, message)).toList();
        return new Observed(observation, traced);
    }

    private String topic(Collection<OutgoingMessage> messages) {
        Set<String> names = messages.stream().map(OutgoingMessage::topic).collect(Collectors.toSet());
        return names.size() == 1 ? topics.of(names.iterator().next()) : SEVERAL;
    }

    /** A header that the sender set himself stays. */
    private static OutgoingMessage with(Map<String, String> trace, OutgoingMessage message) {
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
