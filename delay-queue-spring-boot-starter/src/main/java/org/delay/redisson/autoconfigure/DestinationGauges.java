package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.autoconfigure.DelayQueueMeter.Tag;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;

/** Shows which destinations this application can deliver to. A destination has its gauge from its first message on. */
@RequiredArgsConstructor
final class DestinationGauges implements DispatchListener {

    private final MeterRegistry registry;
    private final DestinationTags tags;
    private final Supplier<List<DestinationStatus>> statuses;
    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    /** Registering takes no time, and is done once. */
    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public void started(DelayedMessage message) {
        register(tags.ofTopic(message.topic()));
    }

    private void register(String tag) {
        if (registered.add(tag)) {
            Gauge.builder(DelayQueueMeter.DESTINATION_AVAILABLE.getName(), () -> available(tag))
                    .description(DelayQueueMeter.DESTINATION_AVAILABLE.description())
                    .tag(Tag.DESTINATION.asString(), tag)
                    .register(registry);
        }
    }

    /** {@code NaN} while this application does not dispatch. */
    private double available(String tag) {
        List<DestinationStatus> named = statuses.get().stream()
                .filter(status -> tags.of(status.name()).equals(tag))
                .toList();
        if (named.isEmpty()) {
            return Double.NaN;
        }
        return named.stream().allMatch(DestinationStatus::isAvailable) ? 1 : 0;
    }
}
