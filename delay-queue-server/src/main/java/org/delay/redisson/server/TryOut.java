package org.delay.redisson.server;

import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Whether the server is only tried out, which somebody has to ask for. */
final class TryOut {

    static final String PROFILE = "try";

    private TryOut() {}

    static boolean isOn(Environment environment) {
        return environment.acceptsProfiles(Profiles.of(PROFILE));
    }
}
