package org.delay.redisson.engine;

import java.util.List;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;

/**
 * A claim that was answered.
 *
 * @param limit how many messages were asked for
 * @param sent when the request was sent for the first time: the leases may have begun then
 * @param answered when the answer came
 */
record AnsweredClaim(ClaimResult result, int limit, long sent, long answered) {

    List<Claimed> messages() {
        return result.messages();
    }

    boolean isEmpty() {
        return result.messages().isEmpty();
    }
}
