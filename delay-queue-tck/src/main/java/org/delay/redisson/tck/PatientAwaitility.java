package org.delay.redisson.tck;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets Awaitility wait for two minutes where a test says no more: on a shared machine a thread or a server may stand still for
 * seconds, and its usual ten are over soon. Only a failing test waits that long. To have it in all tests of a module, name it in
 * {@code META-INF/services/org.junit.jupiter.api.extension.Extension}, and set {@code
 * junit.jupiter.extensions.autodetection.enabled}.
 */
public final class PatientAwaitility implements BeforeAllCallback {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Called by JUnit. */
    public PatientAwaitility() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
