package org.delay.redisson.journal;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What of the contract does not hold with the journal, and why. */
final class ContractExceptions implements ExecutionCondition {

    private static final String NO_RECEIVE =
            "getDelayQueue is refused: nothing could be recorded between the receipt and the ack";

    private static final String KEPT =
            "The database decides whether a message waits. It does not know of deliveries under way,"
                    + " nor when a failed message is due next";

    private static final String STORE =
            "Part of the store that the journal is around: its own revisions and marks are in the way";

    private static final String BY_ID =
            "Dead letters are redriven by id, so of two with one id in different shards it may be either";

    private static final String SAME_CONTENT =
            "Redis takes a newer revision with the same content for another due time, so" + " attempts still count";

    private static final String LONGER = "What is stored of a message also has its revision";

    private static final String LATE_ACK = "An ack during which the lease ends is recorded, so the message is not"
            + " delivered again, although the ack was not in time for Redis";

    private static final String NOT_GIVEN_OUT =
            "A cancel answers IN_FLIGHT also of a message that is claimed at that moment and then"
                    + " not delivered, because the database knows of the cancel";

    private static final String OPERATORS =
            "A redrive that is recorded brings the message back, also if another operator deletes the"
                    + " dead letter in Redis at that moment: both count it";

    private static final String DIED_AGAIN =
            "Dead letters are redriven by id and revision, so one that died again since it was found is redriven too";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("PublishedCalls", NO_RECEIVE),
            Map.entry("Pause#receivingWaitsForTheResume", NO_RECEIVE),
            Map.entry("BadInput#theArgumentAndItsValueAreNamed", NO_RECEIVE),
            Map.entry("Duplicates#keepLeavesALeasedMessageToItsHolder", KEPT),
            Map.entry("Duplicates#keepAnswersWhenARetriedMessageIsDueNext", KEPT),
            Map.entry("Duplicates#keepSaysThatADeliveryMayStillArrive", KEPT),
            Map.entry("Revisions", STORE),
            Map.entry("Relay", STORE),
            Map.entry("RevisionedCancel", STORE),
            Map.entry("RevisionedAdoption", STORE),
            Map.entry("RevisionedShards", STORE),
            Map.entry("MovedDeadLetters#ofTwoDeadLettersWithOneIdOneIsRedriven", BY_ID),
            Map.entry("MovedDeadLetters#ofTwoDeadLettersWithOneIdTheOneThatMatchesIsRedriven", BY_ID),
            Map.entry("DeadLetterSteps#oneThatDiedAgainOrIsGoneIsLeftAlone", DIED_AGAIN),
            Map.entry("Replace#replaceOfADueMessageCountsAttemptsFromOne", SAME_CONTENT),
            Map.entry("Batch#notMoreBytesOfBodiesThanAsked", LONGER),
            Map.entry("Races#whileLeasesRunOutEachMessageIsAckedOnce", LATE_ACK),
            Map.entry("Races#cancelledIsNeverClaimed", NOT_GIVEN_OUT),
            Map.entry("ManyDeadLetters#oneRedrivesWhileAnotherDeletes", OPERATORS));

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String group = context.getTestClass().map(Class::getSimpleName).orElse("");
        String test = context.getTestMethod().map(Method::getName).orElse("");
        return Optional.ofNullable(REASONS.get(test.isEmpty() ? group : group + "#" + test))
                .map(ConditionEvaluationResult::disabled)
                .orElse(ConditionEvaluationResult.enabled("part of the contract"));
    }
}
