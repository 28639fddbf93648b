package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.delay.redisson.docs.SourceMessages.Message;
import org.junit.jupiter.api.Test;

/**
 * Whoever finds a warning, an error or a failure at start in the log finds it in {@code docs/troubleshooting.md} too. That what
 * is quoted there exists is {@link DocumentsTest}'s.
 */
class TroubleshootingTest {

    @Test
    void quotesEachWarningAndEachFailureAtStart() {
        List<String> quoted = Document.of("docs/troubleshooting.md").blocks().stream()
                .flatMap(block -> block.text().lines())
                .toList();
        TreeSet<String> missing = new TreeSet<>();
        for (Message message : SourceMessages.inSources().told()) {
            if (quoted.stream().noneMatch(message::allows)) {
                missing.add(message.text());
            }
        }
        assertThat(missing)
                .as("messages that docs/troubleshooting.md does not quote")
                .isEmpty();
    }
}
