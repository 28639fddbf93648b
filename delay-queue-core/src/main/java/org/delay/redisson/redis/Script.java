package org.delay.redisson.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of the storage protocol: one Lua file each, whose header says KEYS, ARGV, answers and complexity. */
enum Script {
    SCHEDULE,
    SCHEDULE_NEW,
    POLL,
    CLAIM,
    DEFER,
    ACK,
    RETRY,
    RELEASE,
    RENEW,
    BURY,
    CANCEL,
    RESCHEDULE,
    FIND,
    LIST,
    COUNTS,
    REDRIVE,
    DELETE,
    DELETE_DEAD,
    FIND_DEAD,
    REDRIVE_LISTED,
    DELETE_LISTED,
    DELETE_TOPIC,
    REPAIR,
    PAUSED,
    MARK_PAUSED,
    SHARD_COUNTS,
    RECALL_SHARD_COUNTS,
    CHANGE_SHARDS,
    ADOPT_SHARD_MAP,
    HEARTBEAT,
    LEAVE,
    INSTANCES,
    CANCEL_REVISIONS,
    ADOPT_REVISIONS,
    LOCATE,
    LEASED,
    MARK,
    LOAD,
    DEAD_GROUPS,
    FIND_KEY,
    ADD_FIGURES,
    FIGURES,
    BEGIN_TASK,
    REPORT_TASK,
    STOP_TASK,
    TASKS;

    private final String source;

    @SuppressWarnings("ImmutableEnumChecker") // The list is unmodifiable.
    private final List<String> keys;

    Script() {
        source = withIncludes(file(name().toLowerCase(Locale.ROOT).replace('_', '-')));
        keys = declaredKeys(source);
    }

    /** The keys that the header declares, by their parts; see {@link Keys}. */
    List<String> keys() {
        return keys;
    }

    /** The Lua text, with what it includes. */
    String source() {
        return source;
    }

    private static List<String> declaredKeys(String source) {
        int from = source.indexOf("KEYS   ");
        String line = source.substring(from, source.indexOf('\n', from));
        return Pattern.compile("\\d ([a-z-]+)")
                .matcher(line)
                .results()
                .map(key -> key.group(1))
                .toList();
    }

    private static String withIncludes(String text) {
        return Pattern.compile("(?m)^--- @include \"([a-z-]+)\"$")
                .matcher(text)
                .replaceAll(include -> Matcher.quoteReplacement(file("lib/" + include.group(1))));
    }

    private static String file(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("No script " + name + ".lua beside " + Script.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
