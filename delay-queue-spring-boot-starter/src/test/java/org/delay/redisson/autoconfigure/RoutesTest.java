package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The most exact route of a topic wins. */
class RoutesTest {

    private final Routes routes = new Routes(Map.of(
            "mail-daily", "daily", "mail-*", "mail", "mail-bulk-*", "bulk", "m*", "letters", "order.1", "orders"));

    @ParameterizedTest
    @CsvSource({
        "mail-daily, daily",
        "mail-daily-2, mail",
        "mail-, mail",
        "mail-bulk-1, bulk",
        "mail-bulk, mail",
        "mail, letters",
        "order.1, orders"
    })
    void aTopicsNamePrecedesPatternsAndALongPrefixAShortOne(String topic, String name) {
        assertThat(routes.of(topic)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "order.11", "Mail-daily"})
    void otherTopicsHaveNone(String topic) {
        assertThat(routes.of(topic)).isNull();
        assertThat(routes.coverAll()).isFalse();
    }

    @Test
    void aStarAloneCoversAllThatHaveNoOther() {
        Routes all = new Routes(Map.of("*", "rest", "orders", "orders"));
        assertThat(all.coverAll()).isTrue();
        assertThat(all.of("anything")).isEqualTo("rest");
        assertThat(all.of("orders")).isEqualTo("orders");
    }

    @Test
    void keysAreGroupedByName() {
        assertThat(new Routes(Map.of("b", "x", "a", "x", "c*", "y")).keysByName())
                .isEqualTo(Map.of("x", List.of("a", "b"), "y", List.of("c*")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*-mail", "m*il", "**", "or der", ""})
    void aKeyIsATopicOrItsBeginningAndAStar(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Routes(Map.of(key, "name")))
                .withMessageStartingWith("[" + key + "] must be a topic");
    }

    @Test
    void aRouteNamesAConsumer() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Routes(Map.of("orders", " ")))
                .withMessageStartingWith("[orders] must be the name of a consumer");
    }
}
