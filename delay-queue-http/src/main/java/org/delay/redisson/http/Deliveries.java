package org.delay.redisson.http;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Lease;
import org.jspecify.annotations.Nullable;

/** Prepares messages for their client, and takes back what does not reach it. Safe for use by many threads. */
@Slf4j
@RequiredArgsConstructor
final class Deliveries {

    private final DelayQueueMessage queue;

    /** What claims ask for. */
    private final Duration lease;

    private final ApiMeters meters;

    /** A message, and when its lease ends at the earliest, by Redis's clock. */
    record Leased(Taken taken, Instant ends) {}

    /** Gives the messages the lease that the client wants. Those that were lost meanwhile are left out. */
    List<Leased> lease(List<Taken> messages, @Nullable Duration wanted) {
        if (wanted == null || wanted.equals(lease)) {
            return leased(messages, lease);
        }
        List<Leased> leased = new ArrayList<>();
        byLease(messages).forEach((claim, taken) -> leased.addAll(renewed(claim, taken, wanted)));
        return leased;
    }

    private List<Leased> renewed(Lease claim, List<Taken> taken, Duration wanted) {
        try {
            Set<String> lost = queue.renew(claim, ids(taken), wanted);
            return leased(taken.stream().filter(one -> !lost.contains(one.id())).toList(), wanted);
        } catch (DelayQueueException e) {
            log.debug("Messages of topic {} keep the lease of their claim: {}", claim.topic(), e.getMessage());
            return leased(taken, wanted.compareTo(lease) < 0 ? wanted : lease);
        }
    }

    private static List<Leased> leased(List<Taken> messages, Duration lease) {
        return messages.stream()
                .map(taken ->
                        new Leased(taken, taken.claimed().message().claimTime().plus(lease)))
                .toList();
    }

    static Map<String, Object> json(List<Leased> messages, List<String> lost) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", messages.stream().map(Deliveries::json).toList());
        json.put("lost", lost);
        return json;
    }

    private static Map<String, Object> json(Leased leased) {
        DelayedMessage message = leased.taken().claimed().message();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", message.topic());
        json.put("id", message.id());
        json.put("body", message.body());
        MessageJson.put(json, "key", message.key());
        json.put("headers", message.headers());
        json.put("dueTime", message.dueTime().toString());
        json.put("attempt", message.attempt());
        json.put("handle", leased.taken().handle().text());
        json.put("leaseEnds", leased.ends().toString());
        return json;
    }

    void received(int messages) {
        meters.received(messages);
    }

    /**
     * Releases what could not be written to its client, uncounted.
     *
     * @param mayStillArrive whether some of it was written
     */
    void giveBack(List<Taken> messages, boolean mayStillArrive) {
        meters.returned(messages.size());
        byLease(messages).forEach((claim, taken) -> release(claim, taken, mayStillArrive));
    }

    private void release(Lease claim, List<Taken> taken, boolean mayStillArrive) {
        try {
            Set<String> lost = queue.release(claim, ids(taken), Duration.ZERO, mayStillArrive);
            log.debug(
                    "{} messages of topic {} did not reach their client and are due again",
                    taken.size() - lost.size(),
                    claim.topic());
        } catch (RuntimeException e) {
            log.warn(
                    "Messages of topic {} did not reach their client. They are delivered again when their lease ends. Number: {}. {}",
                    claim.topic(),
                    taken.size(),
                    e.getMessage());
        }
    }

    private static Map<Lease, List<Taken>> byLease(List<Taken> messages) {
        return messages.stream().collect(Collectors.groupingBy(Taken::lease, LinkedHashMap::new, Collectors.toList()));
    }

    private static List<String> ids(List<Taken> messages) {
        return messages.stream().map(Taken::id).toList();
    }
}
