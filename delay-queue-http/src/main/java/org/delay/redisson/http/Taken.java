package org.delay.redisson.http;

import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Lease;

/** A message that was taken for a client, under the lease of its claim. */
record Taken(Lease lease, Claimed claimed) {

    String id() {
        return claimed.message().id();
    }

    Handle handle() {
        return new Handle(lease, id(), claimed.failures());
    }
}
