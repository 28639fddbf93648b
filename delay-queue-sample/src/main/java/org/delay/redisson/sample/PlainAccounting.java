package org.delay.redisson.sample;

import java.time.Instant;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.PermanentFailure;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Is called directly, without a broker. A retry would not make an invoice shorter, so a too long one becomes a dead letter at once. */
@Component
@Profile("plain | rabbit")
@RequiredArgsConstructor
class PlainAccounting implements Accounting {

    private final Invoices invoices;

    private volatile boolean allowed;

    void take(Invoice invoice, Instant due) {
        if (!allowed && invoice.text().length() > SHORT) {
            throw new PermanentFailure("Accounting takes no invoice that is longer than " + SHORT
                    + " characters, but this" + " one has " + invoice.text().length());
        }
        invoices.received(invoice, due);
    }

    @Override
    public boolean allowsLongInvoices() {
        return allowed;
    }

    @Override
    public void allowLongInvoices(boolean longOnes) {
        allowed = longOnes;
    }
}
