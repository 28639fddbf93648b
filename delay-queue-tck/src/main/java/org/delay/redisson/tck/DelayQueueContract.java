package org.delay.redisson.tck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The tests that every {@link org.delay.redisson.DelayQueueMessage} must pass. To test your own, extend this class:
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

    @RegisterExtension
    final ParameterResolver resolver = new QueuesOfContract(this::queues);

    /** Makes the queues. It is called at least once for each test, so keep expensive parts in a static field. */
    protected abstract QueueFactory queues();

    @Nested
    class Sending extends SendingContract {}

    @Nested
    class DueTimes extends DueTimesContract {}

    @Nested
    class Duplicates extends DuplicatesContract {}

    @Nested
    class Replace extends ReplaceContract {}

    @Nested
    class Bulk extends BulkContract {}

    @Nested
    class BadInput extends BadInputContract {}

    @Nested
    class Cancel extends CancelContract {}

    @Nested
    class Reschedule extends RescheduleContract {}

    @Nested
    class Claim extends ClaimContract {}

    @Nested
    class ClaimNumbers extends ClaimNumbersContract {}

    @Nested
    class Batch extends BatchContract {}

    @Nested
    class Turns extends TurnsContract {}

    @Nested
    class Deferral extends DeferralContract {}

    @Nested
    class Settlement extends SettlementContract {}

    @Nested
    class LeaseCalls extends LeaseCallsContract {}

    @Nested
    class DeadLetters extends DeadLettersContract {}

    @Nested
    class ManyDeadLetters extends ManyDeadLettersContract {}

    @Nested
    class DeadLetterFilters extends DeadLetterFilterContract {}

    @Nested
    class DeadLetterSteps extends DeadLetterStepsContract {}

    @Nested
    class Loads extends LoadContract {}

    @Nested
    class Reports extends ReportsContract {}

    @Nested
    class Figures extends FiguresContract {}

    @Nested
    class Tasks extends TasksContract {}

    @Nested
    class TopicDeletion extends TopicDeletionContract {}

    @Nested
    class Inspection extends InspectionContract {}

    @Nested
    class Listing extends ListingContract {}

    @Nested
    class Shards extends ShardsContract {}

    @Nested
    class MovedIds extends MovedIdsContract {}

    @Nested
    class MovedDeadLetters extends MovedDeadLettersContract {}

    @Nested
    class Pause extends PauseContract {}

    @Nested
    class PauseInFlight extends PauseInFlightContract {}

    @Nested
    class PausedShards extends PausedShardsContract {}

    @Nested
    class WakeUp extends WakeUpContract {}

    @Nested
    class Instances extends InstancesContract {}

    @Nested
    class Memberships extends MembershipContract {}

    @Nested
    class PublishedCalls extends PublishedCallsContract {}

    @Nested
    class Revisions extends RevisionsContract {}

    @Nested
    class Relay extends RelayContract {}

    @Nested
    class RevisionedCancel extends RevisionedCancelContract {}

    @Nested
    class RevisionedRedrive extends RevisionedRedriveContract {}

    @Nested
    class RevisionedAdoption extends RevisionedAdoptionContract {}

    @Nested
    class RevisionedShards extends RevisionedShardsContract {}

    @Nested
    class Races extends RacesContract {}
}
