package org.delay.redisson.tck;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** A claimed message and its lease. */
record LeasedMessage(Lease lease, Claimed claimed) {

    static List<LeasedMessage> of(ClaimResult claim) {
        return claim.messages().stream()
                .map(claimed -> new LeasedMessage(claim.lease(), claimed))
                .toList();
    }

    static List<String> ids(ClaimResult claim) {
        return claim.messages().stream().map(claimed -> claimed.message().id()).toList();
    }

    String id() {
        return message().id();
    }

    DelayedMessage message() {
        return claimed.message();
    }
}
