package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** A block of what programs say: each line is a message of a source, with anything for what is put in at run time. */
final class Quotations implements BlockChecker {

    private static final Pattern TIME = Pattern.compile("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  ");

    private final SourceMessages messages;

    Quotations(SourceMessages messages) {
        this.messages = messages;
    }

    @Override
    public void check(Block block) {
        assertThat(block.text().lines().filter(line -> !line.isBlank()))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(messages.allow(TIME.matcher(line).replaceFirst("")))
                        .as("%s: a source says '%s'", block.place(), line)
                        .isTrue());
    }
}
