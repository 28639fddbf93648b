package org.delay.redisson.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicsTest {

    private final Topics<String> topics =
            new Topics<>(Map.of("order-*", "orders", "order-paid", "paid", "o*", "others"));

    @Test
    void theMostExactEntryWins() {
        assertThat(topics.of("order-paid")).contains("paid");
        assertThat(topics.of("order-paid-late")).contains("orders");
        assertThat(topics.of("offer")).contains("others");
        assertThat(topics.of("mail")).isEmpty();
    }

    @Test
    void aPatternIsCoveredByAShorterOneOnly() {
        assertThat(topics.cover("order-*")).isTrue();
        assertThat(topics.cover("order-paid*")).isTrue();
        assertThat(topics.cover("order-paid")).isTrue();
        assertThat(topics.cover("mail")).isFalse();
        assertThat(topics.cover("*")).isFalse();
        assertThat(new Topics<>(Map.of("*", "all")).cover("*")).isTrue();
        assertThat(new Topics<>(Map.of("mail", "mail")).cover("mail*")).isFalse();
    }
}
