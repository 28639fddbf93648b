package org.delay.redisson.broker;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Byte strings as one text, so that a message for a broker can be the body of a delayed message, byte for byte: a digit for the format,
 * and for each of them a dot and its Base64 for URLs, or a dot and {@code -} for null. So text in the queue is a third longer than
 * the bytes.
 */
public final class EnvelopeText {

    private static final String FORMAT = "1";
    private static final String NULL = "-";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private EnvelopeText() {}

    /** Writes byte strings, any of which may be null. */
    public static String write(List<byte @Nullable []> parts) {
        StringJoiner text = new StringJoiner(".").add(FORMAT);
        parts.forEach(part -> text.add(part == null ? NULL : ENCODER.encodeToString(part)));
        return text.toString();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is something else, or of a later format
     */
    public static List<byte @Nullable []> read(String text) {
        String[] parts = text.split("\\.", -1);
        if (!parts[0].equals(FORMAT)) {
            throw new IllegalArgumentException("The body must be an envelope of format " + FORMAT
                    + ", but begins with '" + parts[0].substring(0, Math.min(parts[0].length(), 10)) + "'");
        }
        List<byte @Nullable []> read = new ArrayList<>(parts.length - 1);
        for (int i = 1; i < parts.length; i++) {
            read.add(parts[i].equals(NULL) ? null : Base64.getUrlDecoder().decode(parts[i]));
        }
        return read;
    }
}
