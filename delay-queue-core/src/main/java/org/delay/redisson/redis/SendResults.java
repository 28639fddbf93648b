package org.delay.redisson.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.Receipt;

/** The outcomes of several sends that have ended. */
record SendResults(List<Receipt> accepted, List<DelayQueueException> failures) {

    static SendResults of(List<PendingSend> sends) {
        List<Receipt> accepted = new ArrayList<>(sends.size());
        List<DelayQueueException> failures = new ArrayList<>();
        for (PendingSend send : sends) {
            try {
                accepted.add(send.outcome().join());
            } catch (CompletionException e) {
                failures.add((DelayQueueException) e.getCause());
            }
        }
        return new SendResults(accepted, failures);
    }

    /** The receipts, or an exception that says which of the sends were not accepted. */
    List<Receipt> receipts() {
        if (failures.isEmpty()) {
            return accepted;
        }
        throw new DelayQueueException.PartlySent(accepted, failures);
    }
}
