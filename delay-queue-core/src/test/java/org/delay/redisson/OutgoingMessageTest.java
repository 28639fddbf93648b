package org.delay.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutgoingMessageTest {

    private final OutgoingMessage.Builder message =
            OutgoingMessage.to("order-timeout").body("x").delay(Duration.ZERO);

    /** To JMS, zero means that a message never expires. Here it would mean that none ever arrives. */
    @Test
    void aMessageThatCouldNeverArriveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(message.timeToLive(Duration.ZERO)::build)
                .withMessage("timeToLive must be at least 1ms, but is 0ms");
        assertThat(message.timeToLive(Duration.ofMillis(1)).build().timeToLive())
                .hasMillis(1);
    }
}
