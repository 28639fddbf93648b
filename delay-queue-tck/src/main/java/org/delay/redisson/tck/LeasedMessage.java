package org.delay.redisson.tck;

import java.util.List;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** A message that somebody has claimed. */
record LeasedMessage(Lease lease, Claimed claimed) {

    static List<LeasedMessage> of(Claim claim) {
        return claim.messages().stream()
                .map(claimed -> new LeasedMessage(claim.lease(), claimed))
                .toList();
    }

    static List<String> ids(Claim claim) {
        return claim.messages().stream().map(claimed -> claimed.message().id()).toList();
    }

    String id() {
        return message().id();
    }

    DelayedMessage message() {
        return claimed.message();
    }
}
