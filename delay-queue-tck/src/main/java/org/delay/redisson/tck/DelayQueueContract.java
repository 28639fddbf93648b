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
    class Sending extends SendingContract {}

    @Nested
    class Duplicates extends DuplicatesContract {}

    @Nested
    class Bulk extends BulkContract {}

    @Nested
    class BadInput extends BadInputContract {}

    @Nested
    class Cancel extends CancelContract {}

    @Nested
    class Claim extends ClaimContract {}

    @Nested
    class Batch extends BatchContract {}

    @Nested
    class Turns extends TurnsContract {}

    @Nested
    class Settlement extends SettlementContract {}

    @Nested
    class DeadLetters extends DeadLettersContract {}

    @Nested
    class Inspection extends InspectionContract {}

    @Nested
    class Shards extends ShardsContract {}

    @Nested
    class Pause extends PauseContract {}

    @Nested
    class WakeUp extends WakeUpContract {}

    @Nested
    class Instances extends InstancesContract {}

    @Nested
    class PublishedCalls extends PublishedCallsContract {}

    @Nested
    class Races extends RacesContract {}
}
