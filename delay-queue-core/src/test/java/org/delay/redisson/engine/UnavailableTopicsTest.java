package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnavailableTopicsTest {

    private final ManualTicker ticker = new ManualTicker();
    private final UnavailableTopics topics = new UnavailableTopics(ticker);

    @Test
    void aFailureAloneLeavesNoTopicAside() {
        topics.failed("bad");

        assertThat(topics.admit("bad")).isTrue();
        assertThat(topics.isAlone("bad")).isFalse();
    }

    @Test
    void aTopicIsLeftAsideWhenAnotherIsDelivered() {
        topics.failed("bad");
        topics.delivered("good");

        assertThat(topics.isAlone("bad")).isTrue();
        assertThat(topics.admit("bad")).isFalse();
        assertThat(topics.admit("good")).isTrue();
    }

    @Test
    void aTopicThatSaysSoItselfIsLeftAsideAtOnce() {
        topics.failedAlone("bad", new IllegalStateException("not allowed"));

        assertThat(topics.isAlone("bad")).isTrue();
        assertThat(topics.admit("bad")).isFalse();
        assertThat(topics.admit("good")).isTrue();
    }

    @Test
    void afterItsPauseOneTriesIt() {
        topics.failed("bad");
        topics.delivered("good");
        ticker.tick(Duration.ofSeconds(1));

        assertThat(topics.admit("bad")).isTrue();
        assertThat(topics.admit("bad")).isFalse();
    }

    @Test
    void thePauseDoublesWithEachFailure() {
        topics.failed("bad");
        topics.delivered("good");
        ticker.tick(Duration.ofSeconds(1));
        topics.failed("bad");

        ticker.tick(Duration.ofMillis(1999));
        assertThat(topics.admit("bad")).isFalse();
        ticker.tick(Duration.ofMillis(1));
        assertThat(topics.admit("bad")).isTrue();
    }

    @Test
    void aTopicThatIsDeliveredIsWell() {
        topics.failed("bad");
        topics.delivered("good");
        topics.delivered("bad");

        assertThat(topics.admit("bad")).isTrue();
        assertThat(topics.isAlone("bad")).isFalse();
    }
}
