package org.delay.redisson.sample;

/** Another team's system. It accepts invoices, but no long ones at first. */
interface Accounting {

    /** The longest invoice that is accepted at first, in bytes. Each of the sample's invoices is longer. */
    int SHORT = 1_000;

    /** The longest invoice that is accepted when long ones are allowed, in bytes. */
    int LONG = 1_000_000;

    boolean allowsLongInvoices();

    void allowLongInvoices(boolean allowed);
}
