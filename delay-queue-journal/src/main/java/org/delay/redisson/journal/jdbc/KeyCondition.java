package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.delay.redisson.journal.store.MessageKey;

/** The part of a statement that names messages, so that the primary key finds each of them. */
record KeyCondition(String text, Map<String, Object> parameters) {

    /** The most keys of one statement. */
    static final int MOST = 200;

    private static final String ONE_TOPIC = " service = :service AND topic = :topic AND id IN (:ids)";
    private static final String ONE = " id = :id AND topic = :topic AND service || '' = :service";
    /** For PostgreSQL: what {@link #parameters} name, one by one. */
    static final String NAMED = "(SELECT (CAST(:ids AS VARCHAR[]))[n] AS id, (CAST(:topics AS VARCHAR[]))[n] AS topic"
            + " FROM GENERATE_SERIES(1, CAST(:keys AS INT)) AS numbers (n)) AS named";

    /** For PostgreSQL: the row {@code one} that is named. */
    static final String IS_NAMED = "one.id = named.id AND one.topic = named.topic AND one.service || '' = :service";

    private static final String PLACES = " ctid = ANY (ARRAY(SELECT found.place FROM " + NAMED
            + " CROSS JOIN LATERAL (SELECT one.ctid AS place FROM {message} AS one WHERE " + IS_NAMED
            + " OFFSET 0) AS found))";
    private static final String TOPICS = " service = :service AND id IN (:ids) AND (id, topic) IN (:keys)";

    /**
     * By places, for PostgreSQL. It would keep the plan of a statement that it has seen often, also one that was made while the table
     * was small and had no statistics. Of a series whose length it does not know it expects 1,000 rows, so it plans anew for the keys that
     * there are. It looks them up one by one, and can't compare the service by an index, which would find all rows of the service.
     *
     * <p>A change gives a row another place. So this can't lock several rows, but find those that are locked.
     */
    static KeyCondition places(Collection<MessageKey> keys) {
        if (keys.size() == 1) {
            MessageKey key = keys.iterator().next();
            return new KeyCondition(ONE, Map.of("id", key.id(), "topic", key.topic()));
        }
        return new KeyCondition(PLACES, parameters(keys));
    }

    /** The arrays {@code ids} and {@code topics}, and their length {@code keys}, as parameters of PostgreSQL. */
    static Map<String, Object> parameters(Collection<MessageKey> keys) {
        return Map.of(
                "ids", keys.stream().map(MessageKey::id).toArray(String[]::new),
                "topics", keys.stream().map(MessageKey::topic).toArray(String[]::new),
                "keys", keys.size());
    }

    /**
     * As lists. They are filled up to a few lengths by repeating their last key: else each length would be another statement to the
     * database.
     */
    static KeyCondition lists(Collection<MessageKey> keys) {
        List<MessageKey> filled = filled(List.copyOf(keys));
        String topic = filled.get(0).topic();
        List<String> ids = filled.stream().map(MessageKey::id).toList();
        if (filled.stream().allMatch(key -> key.topic().equals(topic))) {
            return new KeyCondition(ONE_TOPIC, Map.of("topic", topic, "ids", ids));
        }
        List<Object[]> pairs =
                filled.stream().map(key -> new Object[] {key.id(), key.topic()}).toList();
        return new KeyCondition(TOPICS, Map.of("ids", ids, "keys", pairs));
    }

    private static List<MessageKey> filled(List<MessageKey> keys) {
        int length = 1;
        while (length < keys.size()) {
            length = Math.min(2 * length, Math.max(MOST, keys.size()));
        }
        List<MessageKey> filled = new ArrayList<>(keys);
        while (filled.size() < length) {
            filled.add(keys.get(keys.size() - 1));
        }
        return filled;
    }

    /** The same for the history, whose columns are called so too. */
    KeyCondition ofHistory() {
        return new KeyCondition(text.replace("{message}", "{history}"), parameters);
    }
}
