package org.delay.redisson.reliability;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.delay.redisson.system.Lateness;

/**
 * What ledgers say after a full drain.
 *
 * @param accepted messages that were acknowledged
 * @param lost acknowledged, and neither delivered nor cancelled nor told to be dead
 * @param early deliveries before the due time that the delivery tells, or that the sender asked for or was told
 * @param duplicates deliveries that were not the first of their message
 * @param duplicated messages that were delivered more than once
 * @param cancelledThenDelivered messages of which the library said CANCELLED
 * @param acceptedTwice messages that were acknowledged more than once
 * @param unknown delivered, and nobody tried to send them
 * @param buried messages that became dead letters
 * @param torn files whose writer was killed in the midst of the last line, which says nothing then
 * @param mostAttempts of any delivery
 * @param lateness of first attempts
 * @param worst lateness of any delivery; zero if there was none
 */
public record Audit(
        int accepted,
        int cancelled,
        Set<String> lost,
        List<String> early,
        int duplicates,
        Set<String> duplicated,
        Set<String> cancelledThenDelivered,
        Set<String> acceptedTwice,
        Set<String> unknown,
        Set<String> buried,
        List<String> torn,
        int mostAttempts,
        Lateness lateness,
        Duration worst) {}
