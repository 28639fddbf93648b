package org.delay.redisson.engine.settle;

import org.delay.redisson.DispatchOperations.Claimed;

/** A message and what is to become of it. */
record Decision(Claimed claimed, Disposition disposition) {

    String id() {
        return claimed.message().id();
    }
}
