package org.delay.redisson.journal.jdbc;

import java.sql.Types;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** Texts that have to fit a column. */
final class Texts {

    static final int BUSINESS_KEY = 200;
    static final int INSTANCE = 200;
    static final int THREAD = 100;
    static final int DETAIL = 1000;

    private Texts() {}

    /** The first characters. Never half of a surrogate pair, and no U+0000, which PostgreSQL refuses. */
    static String cut(String text, int most) {
        String clean = text.replace('\0', '\uFFFD');
        if (clean.length() <= most) {
            return clean;
        }
        return clean.substring(0, Character.isHighSurrogate(clean.charAt(most - 1)) ? most - 1 : most);
    }

    /** The first characters or null, with a type: a driver that has to guess the type of a null asks the server. */
    static SqlParameterValue nullable(@Nullable String text, int most) {
        return new SqlParameterValue(Types.VARCHAR, cutOrNull(text, most));
    }

    /** The first characters or null. */
    static @Nullable String cutOrNull(@Nullable String text, int most) {
        return text == null ? null : cut(text, most);
    }
}
