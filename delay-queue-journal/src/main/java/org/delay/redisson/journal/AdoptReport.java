package org.delay.redisson.journal;

/**
 * What an adoption has found and done so far.
 *
 * @param unrecorded messages that wait in Redis and were sent without the journal
 * @param known those of them whose id the database has: they are left alone
 * @param adopted those that the database has now; 0 in a dry run
 * @param moved those that were delivered, cancelled or changed meanwhile
 * @param failed those that could not be taken in now. Repeat the call
 * @param leased messages that are being delivered, recorded or not. If they fail, they wait again: repeat the call
 * @param finished whether all were looked at. False while it runs, and if its thread was interrupted: repeat the call then
 */
public record AdoptReport(
        long unrecorded, long known, long adopted, long moved, long failed, long leased, boolean finished) {

    /** Nothing so far. */
    public static final AdoptReport NONE = new AdoptReport(0, 0, 0, 0, 0, 0);

    /** Of an adoption that goes on. */
    AdoptReport(long unrecorded, long known, long adopted, long moved, long failed, long leased) {
        this(unrecorded, known, adopted, moved, failed, leased, false);
    }

    /** The same, after all were looked at. */
    AdoptReport whole() {
        return new AdoptReport(unrecorded, known, adopted, moved, failed, leased, true);
    }

    AdoptReport plus(AdoptReport other) {
        return new AdoptReport(
                unrecorded + other.unrecorded,
                known + other.known,
                adopted + other.adopted,
                moved + other.moved,
                failed + other.failed,
                leased + other.leased);
    }
}
