package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DurationText;
import org.delay.redisson.autoconfigure.SubscriptionProbe.Hearing;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.operations.SingleFlight;
import org.delay.redisson.operations.TopicReadings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * DOWN if Redis does not answer, or if its clock was set back and messages wait for it. OUT_OF_SERVICE if this application
 * dispatches late: wake-ups do not arrive, or messages of its topics wait too long. Answers within its timeout, even if Redis
 * does not. Not final, so that proxies can be made of it.
 */
class DelayQueueHealthIndicator implements HealthIndicator {

    /** Details are for people. */
    private static final int MOST_TOPICS = 10;

    private static final int MOST_DESTINATIONS = 10;

    private final DelayQueueMessage queue;
    private final TopicReadings readings;
    private final @Nullable SubscriptionProbe probe;
    private final DispatchStatus dispatch;
    private final Duration timeout;
    private final Duration maxOverdue;
    private final SingleFlight<Findings> flight = new SingleFlight<>("delay-queue-health", this::examine);

    /**
     * An indicator; it asks nothing before it is asked.
     *
     * @param probe null where it is not known how signals come
     */
    DelayQueueHealthIndicator(
            DelayQueueMessage queue,
            TopicReadings readings,
            @Nullable SubscriptionProbe probe,
            DispatchStatus dispatch,
            RedissonDelayProperties.Health properties) {
        this.queue = queue;
        this.readings = readings;
        this.probe = probe;
        this.dispatch = dispatch;
        this.timeout = properties.timeout();
        this.maxOverdue = properties.maxOverdue();
    }

    /**
     * What was found, with a Redis that answers.
     *
     * @param clockBehind how far Redis's clock was set back and has not caught up
     * @param hearing null where this application does not dispatch, or it is not known how signals come
     */
    private record Findings(
            boolean dispatching,
            Duration clockBehind,
            @Nullable Hearing hearing,
            Set<String> paused,
            @Nullable Map<String, Duration> overdue) {}

    @Override
    public Health health() {
        try {
            return health(flight.join().get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return down("Redis did not answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            return down("Redis can't be used: " + firstLine(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.unknown()
                    .withDetail("reason", "The check was interrupted")
                    .build();
        }
    }

    private static Health down(String reason) {
        return Health.down().withDetail("reason", reason).build();
    }

    private static String firstLine(@Nullable Throwable cause) {
        return String.valueOf(cause == null ? null : cause.getMessage())
                .lines()
                .findFirst()
                .orElse("");
    }

    private Health health(Findings findings) {
        Map<String, Duration> late = new TreeMap<>();
        Map<String, Duration> overdue = findings.overdue();
        if (overdue != null) {
            overdue.forEach((topic, since) -> {
                if (!findings.paused().contains(topic) && (!findings.dispatching() || dispatch.serves(topic))) {
                    late.put(topic, since);
                }
            });
        }
        Health.Builder health = Health.up();
        if (!findings.clockBehind().isZero()) {
            health = Health.down()
                    .withDetail(
                            "reason",
                            "Redis's clock was set back. Messages that were due before wait until it has caught up, in "
                                    + DurationText.of(findings.clockBehind().truncatedTo(ChronoUnit.SECONDS)));
        } else if (findings.hearing() == Hearing.DEAD) {
            health = Health.outOfService()
                    .withDetail("reason", "Wake-ups do not arrive, so messages arrive late: the subscription is dead");
        } else if (findings.dispatching() && !late.isEmpty()) {
            health = Health.outOfService()
                    .withDetail("reason", "Messages are overdue by more than " + DurationText.of(maxOverdue));
        }
        health.withDetail("dispatching", findings.dispatching());
        if (findings.hearing() != null) {
            health.withDetail("subscription", text(findings.hearing()));
        }
        Map<String, String> destinations = destinations();
        if (!destinations.isEmpty()) {
            health.withDetail("destinations", destinations);
        }
        if (!findings.paused().isEmpty()) {
            health.withDetail(
                    "paused", findings.paused().stream().limit(MOST_TOPICS).toList());
        }
        if (overdue == null) {
            health.withDetail("overdue", "not known yet");
        } else if (!late.isEmpty()) {
            Map<String, String> shown = new TreeMap<>();
            late.entrySet().stream()
                    .limit(MOST_TOPICS)
                    .forEach(topic -> shown.put(topic.getKey(), topic.getValue().toString()));
            health.withDetail("overdue", shown);
        }
        return health.build();
    }

    /** Those that are unavailable first. They change no status: their messages wait, and health tells when they wait too long. */
    private Map<String, String> destinations() {
        Map<String, String> shown = new LinkedHashMap<>();
        dispatch.destinations().stream()
                .sorted(Comparator.comparing(DestinationStatus::isAvailable))
                .limit(MOST_DESTINATIONS)
                .forEach(status -> shown.put(status.name(), text(status)));
        return shown;
    }

    private static String text(DestinationStatus status) {
        Duration unavailable = status.unavailableFor();
        String waiting = status.waitingTopics() == 0 ? "" : " (waiting topics: " + status.waitingTopics() + ")";
        return unavailable == null
                ? "available" + waiting
                : "unavailable for " + unavailable.truncatedTo(ChronoUnit.SECONDS) + waiting + ": " + status.reason();
    }

    private static String text(Hearing hearing) {
        return switch (hearing) {
            case ALIVE -> "alive";
            case DEAD -> "dead";
            case UNKNOWN -> "not known yet";
        };
    }

    private Findings examine() throws InterruptedException {
        Set<String> paused = new TreeSet<>(queue.paused());
        boolean running = dispatch.isRunning();
        Hearing hearing = running && probe != null ? probe.hears(timeout.dividedBy(3)) : null;
        Map<String, Duration> overdue = overdue();
        // Last, since what was asked before told the time.
        return new Findings(running, queue.clockBehind(), hearing, paused, overdue);
    }

    /** What waits for too long. Null where nothing was read yet. */
    private @Nullable Map<String, Duration> overdue() {
        TopicReadings.Reading reading = readings.latest(timeout.dividedBy(4)).orElse(null);
        if (reading == null) {
            return null;
        }
        Map<String, Duration> overdue = new TreeMap<>();
        reading.counts().forEach((topic, counts) -> {
            if (counts.oldestOverdue().compareTo(maxOverdue) > 0) {
                overdue.put(topic, counts.oldestOverdue());
            }
        });
        return overdue;
    }
}
