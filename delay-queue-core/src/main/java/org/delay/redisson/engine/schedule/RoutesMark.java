package org.delay.redisson.engine.schedule;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.delay.redisson.Checks;

/**
 * What instances tell each other of their routes: a checksum behind the application's name in heartbeats, so that these need neither a
 * format of their own nor another call.
 *
 * @param application without the mark
 * @param routes the checksum, or empty if there are no routes
 */
public record RoutesMark(String application, String routes) {

    private static final String BEGIN = " (routes ";
    private static final String END = ")";

    /** Leaves room for this mark, and for the one of a journal behind it. */
    private static final int LONGEST_NAME = Checks.MAX_APPLICATION_LENGTH - 30;

    /**
     * The mark of these routes: topics or patterns, and the names of consumers.
     *
     * @param application shortened if it leaves no room for the mark
     */
    public static RoutesMark of(String application, Map<String, String> routes) {
        if (routes.isEmpty()) {
            return new RoutesMark(application, "");
        }
        CRC32 sum = new CRC32();
        new TreeMap<>(routes)
                .forEach((topics, consumer) ->
                        sum.update((topics + "=" + consumer + "\n").getBytes(StandardCharsets.UTF_8)));
        return new RoutesMark(
                application.substring(0, Math.min(application.length(), LONGEST_NAME)),
                "%08x".formatted(sum.getValue()));
    }

    /** What a name in a heartbeat says. */
    static RoutesMark read(String text) {
        int begin = text.lastIndexOf(BEGIN);
        return begin < 0 || !text.endsWith(END)
                ? new RoutesMark(text, "")
                : new RoutesMark(
                        text.substring(0, begin), text.substring(begin + BEGIN.length(), text.length() - END.length()));
    }

    /** As a name in a heartbeat. */
    public String text() {
        return routes.isEmpty() ? application : application + BEGIN + routes + END;
    }
}
