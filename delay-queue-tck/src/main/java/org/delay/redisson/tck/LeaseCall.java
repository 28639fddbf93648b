package org.delay.redisson.tck;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.DispatchOperations.Retry;

/** All calls that name a lease, so that each is tested against the rules for all. */
enum LeaseCall {
    ACK {
        @Override
        Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids) {
            return queue.ack(lease, ids);
        }
    },
    RETRY {
        @Override
        Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids) {
            return queue.retry(
                    lease,
                    ids.stream()
                            .map(id -> new Retry(id, ContractFixture.LATER, false))
                            .toList());
        }
    },
    RELEASE {
        @Override
        Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids) {
            return queue.release(lease, ids, ContractFixture.LATER, false);
        }
    },
    RENEW {
        @Override
        Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids) {
            return queue.renew(lease, ids, Duration.ofMinutes(30));
        }
    },
    BURY {
        @Override
        Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids) {
            return queue.bury(
                            lease,
                            ids.stream()
                                    .map(id -> new GivenUp(id, "no use", false, false))
                                    .toList())
                    .lost();
        }
    };

    abstract Set<String> of(DelayQueueMessage queue, Lease lease, Collection<String> ids);

    Set<String> of(DelayQueueMessage queue, LeasedMessage held) {
        return of(queue, held.lease(), List.of(held.id()));
    }
}
