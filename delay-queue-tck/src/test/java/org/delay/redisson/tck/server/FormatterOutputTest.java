package org.delay.redisson.tck.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the formatter is kept away is seen where a broker starts: {@link KafkaBrokerTest}. */
class FormatterOutputTest {

    private final PrintStream original = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream ours = new PrintStream(printed, true, Charset.defaultCharset());

    @BeforeEach
    void capture() {
        System.setOut(ours);
    }

    @AfterEach
    void release() {
        System.setOut(original);
    }

    @Test
    void whatOthersPrintIsPrinted() {
        FormatterOutput.keepAwayDuring(() -> System.out.printf("%s%n", "Formatting is not only Kafka's word"));

        assertThat(printed.toString(Charset.defaultCharset()))
                .isEqualToIgnoringNewLines("Formatting is not only Kafka's word");
        assertThat(System.out).isSameAs(ours);
    }

    @Test
    void theStreamOfBeforeComesBackAfterAFailure() {
        assertThatThrownBy(() -> FormatterOutput.keepAwayDuring(() -> {
                    throw new IllegalStateException("no broker");
                }))
                .hasMessage("no broker");

        assertThat(System.out).isSameAs(ours);
    }
}
