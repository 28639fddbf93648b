package org.delay.redisson.journal;

import java.util.List;

/**
 * What was written of ends, before Redis says whether they are ends.
 *
 * @param written their rows have these ends now, or will have as soon as they can be written
 * @param contested their rows had ended at the same revision before: so if Redis accepts them, their rows are to be looked at again
 * @param obsolete given up, but the journal has another end, which counts: they were cancelled meanwhile, for example
 */
record Recording(List<RecordedEnd> written, List<RecordedEnd> contested, List<RecordedEnd> obsolete) {

    static final Recording NONE = new Recording(List.of(), List.of(), List.of());

    /** Whether the database has these ends, or will have them. */
    boolean hasEnds() {
        return !written.isEmpty() || !contested.isEmpty();
    }
}
