package org.delay.redisson;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some dead letters that match a filter. Immutable.
 *
 * @param letters at most {@value #MAX_LETTERS}; may be empty although there are more
 * @param next the cursor of the next page, or null if this is the last one
 */
public record DeadLetterPage(List<Letter> letters, @Nullable String next) {

    /** The maximum number of letters of a page. */
    public static final int MAX_LETTERS = 200;

    public DeadLetterPage {
        letters = List.copyOf(letters);
    }

    /**
     * Names a dead letter.
     *
     * @param shard where it is
     * @param diedAt when it became a dead letter; one that died again has another time
     */
    public record Letter(int shard, String id, Instant diedAt) {}
}
