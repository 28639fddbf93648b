package org.delay.redisson.tck;

import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.OutgoingMessage;

/** Steps that make dead letters. */
abstract class ManyDeadLettersFixture extends ContractFixture {

    static final DeadLetterFilter ALL = DeadLetterFilter.of(TOPIC);

    void buried(String id, String error) {
        sendDue(id);
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, error));
    }

    void buryMany(int number, String error) {
        buryMany("m", number, error);
    }

    void buryMany(String prefix, int number, String error) {
        List<OutgoingMessage> messages = IntStream.range(0, number)
                .mapToObj(i -> message(prefix + i).delay(Duration.ZERO).build())
                .toList();
        passUntilDue(queue.schedule(messages));
        buryAll(error);
    }

    void buryAll(String error) {
        passTime(Duration.ofMillis(2));
        ClaimingThread claimer = claimer();
        List<LeasedMessage> held = new ArrayList<>(claimer.claimFromAll(TOPIC));
        while (!held.isEmpty()) {
            held.stream()
                    .collect(groupingBy(LeasedMessage::lease))
                    .forEach((lease, messages) -> queue.bury(
                            lease,
                            messages.stream()
                                    .map(each -> new GivenUp(each.id(), error, false, false))
                                    .toList()));
            held = claimer.claimFromAll(TOPIC);
        }
        passTime(Duration.ofMillis(2));
    }
}
