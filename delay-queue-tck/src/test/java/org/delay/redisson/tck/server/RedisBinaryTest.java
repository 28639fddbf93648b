package org.delay.redisson.tck.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisBinaryTest {

    @Test
    void withoutAPathTheBundledOneIsTaken() {
        assertThat(RedisBinary.locate(false, null))
                .isEqualTo(RedisBinary.locate(true))
                .isExecutable();
    }
}
