package org.delay.redisson.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a restore has found and done so far.
 *
 * @param waiting messages that are owed
 * @param missing those of them that Redis does not have
 * @param overdue those of the missing that are due already
 * @param oldest the earliest due time of the missing, or null if none is missing
 * @param restored missing messages that Redis has taken now; 0 in a dry run
 * @param expired missing messages that were recorded as expired; 0 in a dry run
 * @param failed missing messages that Redis did not take
 * @param finished whether all were looked at. False while it runs, and if its thread was interrupted: repeat the call then
 */
public record RestoreReport(
        long waiting,
        long missing,
        long overdue,
        @Nullable Instant oldest,
        long restored,
        long expired,
        long failed,
        boolean finished) {}
