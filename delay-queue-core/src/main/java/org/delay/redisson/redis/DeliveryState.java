package org.delay.redisson.redis;

import com.alibaba.fastjson2.JSONException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state of a message's deliveries, from the entry that scripts write: token, priority, first due time, failures, lease
 * expirations, and whether an earlier delivery may still arrive.
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

    /** The last error of a dead letter, which follows the entry as a JSON string, so that it is one line. */
    static String errorOf(String firstLine) {
        Matcher matcher = ENTRY.matcher(firstLine);
        String error = matcher.lookingAt() ? firstLine.substring(matcher.end()).strip() : firstLine;
        try {
            return StoredJson.text(error);
        } catch (JSONException e) {
            return error;
        }
    }
}
