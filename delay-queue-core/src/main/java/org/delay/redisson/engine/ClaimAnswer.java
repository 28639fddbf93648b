package org.delay.redisson.engine;

import java.util.List;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Claimed;

/**
 * The answer to a claim.
 *
 * @param limit how many messages were asked for
 * @param sent when the request was sent for the first time: the leases may have begun then
 * @param answered when the answer came
 */
record ClaimAnswer(Claim claim, int limit, long sent, long answered) {

    List<Claimed> messages() {
        return claim.messages();
    }

    boolean isEmpty() {
        return claim.messages().isEmpty();
    }
}
