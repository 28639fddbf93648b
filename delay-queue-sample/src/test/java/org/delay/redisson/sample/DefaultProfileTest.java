package org.delay.redisson.sample;

import java.util.List;

/** On servers that the sample starts. */
class DefaultProfileTest extends EndToEndContract {

    @Override
    protected List<String> arguments() {
        return List.of();
    }
}
