package org.delay.redisson.reliability;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.system.ChildJvm;

/** Writes lines to a ledger, in the directory that is its argument, and tells after each how many they are. */
final class WritingMain {

    private WritingMain() {}

    public static void main(String[] arguments) {
        LedgerFile ledger = LedgerFile.open(Path.of(arguments[0]), "killed");
        for (int number = 1; number < 1_000_000; number++) {
            ledger.accepted(List.of(new Receipt("topic", "id-" + number, Instant.EPOCH, Outcome.SCHEDULED)));
            ChildJvm.tell(Integer.toString(number));
        }
    }
}
