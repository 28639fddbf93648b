package org.delay.redisson.engine;

import java.util.function.Supplier;
import org.delay.redisson.DispatchOperations.ClaimId;

/** Numbers the claims of one worker, so that Redis can tell a repeated claim from a new one. For one thread. */
final class ClaimIds {

    private final Supplier<String> names;
    private String name;
    private long number;

    /** @param names gives a new name each time */
    ClaimIds(Supplier<String> names) {
        this.names = names;
        this.name = names.get();
    }

    ClaimId next() {
        number++;
        return new ClaimId(name, number);
    }

    String name() {
        return name;
    }

    /** Redis takes what is under this name for old: begins again under a new one. */
    void rename() {
        name = names.get();
        number = 0;
    }
}
