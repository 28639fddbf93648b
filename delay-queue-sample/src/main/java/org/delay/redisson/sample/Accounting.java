package org.delay.redisson.sample;

/** Another team's system: it takes invoices, though at first no long ones. */
interface Accounting {

    /** The longest invoice that is taken at first, in bytes; each of ours is longer. */
    int SHORT = 1_000;

    /** The longest invoice that is taken when long ones are allowed, in bytes. */
    int LONG = 1_000_000;

    boolean allowsLongInvoices();

    void allowLongInvoices(boolean allowed);
}
