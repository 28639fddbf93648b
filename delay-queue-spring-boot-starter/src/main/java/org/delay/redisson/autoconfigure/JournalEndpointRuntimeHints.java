package org.delay.redisson.autoconfigure;

import org.delay.redisson.journal.AdoptReport;
import org.delay.redisson.journal.AdoptRequest;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The answers of the journal's endpoint, which a mapper writes, and what they have as objects. */
final class JournalEndpointRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();
        bindings.registerReflectionHints(hints.reflection(), JournalEndpointJson.class.getDeclaredClasses());
        bindings.registerReflectionHints(
                hints.reflection(), RestoreRequest.class, RestoreReport.class, AdoptRequest.class, AdoptReport.class);
    }
}
