package org.delay.redisson.journal;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * What the journal does beside the relay: marks and the repair of losses, the audit, the purge. One thread runs it, each second.
 */
@Slf4j
@RequiredArgsConstructor
final class JournalKeeper {

    static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Duration AUDIT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final LossWatch losses;
    private final Audit audit;
    private final JournalPurge purge;

    private long auditAt = System.nanoTime();
    private long worked = System.nanoTime();
    private boolean warned;

    /** Does what is due. */
    void runOnce() {
        try {
            boolean nothingIsLost = losses.run();
            purge.runWhenDue();
            if (nothingIsLost && System.nanoTime() - auditAt >= 0) {
                auditAt = System.nanoTime() + AUDIT.toNanos();
                audit.run();
            }
            worked();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void worked() {
        worked = System.nanoTime();
        if (warned) {
            warned = false;
            log.info("The journal checks again whether Redis has lost messages");
        }
    }

    private void failed(RuntimeException e) {
        log.debug("The journal's tasks fail, and are tried again", e);
        if (!warned && System.nanoTime() - worked >= SILENCE.toNanos()) {
            warned = true;
            log.warn(
                    "For a minute, the journal could not check whether Redis has lost messages. Retrying every second: {}",
                    e.toString());
        }
    }
}
