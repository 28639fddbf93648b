package org.delay.redisson.operations;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.delay.redisson.Checks;
import org.delay.redisson.journal.store.MessageKey;
import org.jspecify.annotations.Nullable;

/**
 * One page of messages that were found in the journal.
 *
 * @param messages those that the caller may see, by id and topic
 * @param next the cursor of the next page, or null after the last
 */
public record JournalPage(
        List<JournalRowView> messages, @Nullable String next) {

    public JournalPage {
        messages = List.copyOf(messages);
    }

    /** Without characters that mean something in a URL. */
    static @Nullable String cursor(@Nullable MessageKey key) {
        return key == null
                ? null
                : Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString((key.topic() + '/' + key.id()).getBytes(StandardCharsets.UTF_8));
    }

    static @Nullable MessageKey key(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int slash = text.indexOf('/');
            return new MessageKey(
                    Checks.topic(text.substring(0, Math.max(0, slash))), Checks.id(text.substring(slash + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("cursor must be the 'next' of a page, but is '" + cursor + "'", e);
        }
    }
}
