package org.delay.redisson.redis;

import com.alibaba.fastjson2.JSONException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a message's deliveries so far: the entry that scripts write as token, priority, first due time,
 * failures, expiries, uncertain.
 */
record DeliveryState(int priority, Instant firstDue, int failures, int leaseExpirations) {

    private static final Pattern ENTRY = Pattern.compile("\\S+ (\\d) (\\d+) (\\d+) (\\d+) [01]");

    /** The entry, or null if there is none or it is not one. */
    static @Nullable DeliveryState read(@Nullable String entry) {
        Matcher matcher = ENTRY.matcher(entry == null ? "" : entry);
        if (!matcher.lookingAt()) {
            return null;
        }
        return new DeliveryState(
                Integer.parseInt(matcher.group(1)),
                Instant.ofEpochMilli(Long.parseLong(matcher.group(2))),
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)));
    }

    /** What stands behind the entry in a grave: the last error, as a JSON string so that it is one line. */
    static String errorOf(String inscription) {
        Matcher matcher = ENTRY.matcher(inscription);
        String error =
                matcher.lookingAt() ? inscription.substring(matcher.end()).strip() : inscription;
        try {
            return StoredJson.text(error);
        } catch (JSONException e) {
            return error;
        }
    }
}
