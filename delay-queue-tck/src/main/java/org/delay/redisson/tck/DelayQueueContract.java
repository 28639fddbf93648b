package org.delay.redisson.tck;

import org.junit.jupiter.api.Nested;

/**
 * What every {@link org.delay.redisson.DelayQueueMessage} must do. To test one, say how it is made:
 *
 * <pre>{@code
 * class OurQueueTest extends DelayQueueContract {
 *
 *     private final MovableClock clock = MovableClock.stopped();
 *     private final Map<String, DelayQueueMessage> services = new ConcurrentHashMap<>();
 *
 *     @Override
 *     protected QueueFactory queues() {
 *         return new QueueFactory() {
 *             @Override
 *             public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
 *                 return services.computeIfAbsent(service, name -> OurQueue.create(clock, limits, converter));
 *             }
 *
 *             @Override
 *             public TimeMachine time() {
 *                 return TimeMachine.moving(clock);
 *             }
 *         };
 *     }
 * }
 * }</pre>
 *
 * <p>Needs JUnit Jupiter, AssertJ and Awaitility. Each test has a service of its own, so nothing is to be cleaned
 * between them. No test asserts that something takes less than some time.
 */
public abstract class DelayQueueContract {

    /** Makes the queues. Called once or more for each test; what is expensive belongs in a static field. */
    protected abstract QueueFactory queues();

    @Nested
    class Sending extends SendingContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Duplicates extends DuplicatesContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Bulk extends BulkContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class BadInput extends BadInputContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Cancel extends CancelContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Claim extends ClaimContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Batch extends BatchContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Turns extends TurnsContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Settlement extends SettlementContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class DeadLetters extends DeadLettersContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Inspection extends InspectionContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Shards extends ShardsContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Pause extends PauseContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class WakeUp extends WakeUpContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Instances extends InstancesContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class PublishedCalls extends PublishedCallsContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }

    @Nested
    class Races extends RacesContract {
        @Override
        QueueFactory queues() {
            return DelayQueueContract.this.queues();
        }
    }
}
