package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A block that is not true fails, whatever its language. */
class CheckersTest {

    private static Checkers checkers;

    @BeforeAll
    static void read() throws Exception {
        checkers = new Checkers();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "java | producer.dispatchMessage(order);",
                "properties | delay.redisson.register-servise=orders",
                "properties | delay.redisson.workers=none",
                "properties | delay.redisson.workers=-1",
                "properties | spring.data.redis.hots=localhost",
                "properties | spring.kafka.no-such-thing=1",
                "yaml | delay.redisson.wrokers: 4",
                "xml | <dependency><groupId>org.delay.redisson</groupId><artifactId>delay-queue-core</artifactId>"
                        + "<version>0.9.0</version></dependency>",
                "xml | <dependency><groupId>org.delay.redisson</groupId><artifactId>no-module</artifactId></dependency>",
                "shell | gradle build",
                "shell | mvn -pl delay-queue-nowhere verify",
                "shell | mvn verify -Dtest=NoSuchTest",
                "json | {",
                "text | Redis is on holiday, try again tomorrow",
                "mermaid | a[NoSuchClass] --> b[DelayQueueMessageProducer]",
                "console | redis-cli PING",
                "cobol | DISPLAY 'HELLO'.",
                "`` | a block without a language",
            })
    void isRefused(String language, String text) {
        assertThatThrownBy(() -> checkers.check(block(language, text, ""))).isNotInstanceOf(NullPointerException.class);
    }

    @Test
    void anAnswerThatRedisDoesNotGiveIsRefused() {
        String command = "127.0.0.1:6379> SCARD topic_registrar_key:orders\n";
        assertThatCode(() -> checkers.check(block("console", command + "(integer) 1\n", "")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> checkers.check(block("console", command + "(integer) 2\n", "")))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!-- checked by NobodysTest -->", "<!-- checked by RedisServerTest -->"})
    void aTestElsewhereMustReadTheDocument(String mark) {
        assertThatThrownBy(() -> checkers.check(block("cobol", "", mark))).isInstanceOf(AssertionError.class);
    }

    @Test
    void aTestElsewhereIsBelieved() {
        assertThatCode(() -> checkers.check(block("cobol", "", "<!-- checked by CheckersTest -->")))
                .doesNotThrowAnyException();
    }

    private static Block block(String language, String text, String mark) {
        return new Block("docs/" + "EXAMPLE.md", 1, language, text, mark);
    }
}
