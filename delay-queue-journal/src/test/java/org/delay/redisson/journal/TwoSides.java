package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.delay.redisson.journal.store.MessageState;

/** What the database and Redis are to have: a model of both sides of the journal, with nothing but its rules. */
final class TwoSides {

    /** @param pending whether Redis must still be told */
    record Row(long revision, MessageState state, String body, boolean due, boolean pending) {

        boolean waits() {
            return state == MessageState.WAITING;
        }

        Row told() {
            return new Row(revision, state, body, due, false);
        }

        Row ended(long at) {
            return new Row(Math.max(revision, at), MessageState.DELIVERED, body, due, false);
        }
    }

    record Stored(long revision, String body, boolean due) {}

    final Map<String, Row> database = new TreeMap<>();
    final Map<String, Stored> redis = new TreeMap<>();
    private final Set<String> hints = new HashSet<>();
    private Map<String, Row> backup = Map.of();
    private Map<String, Stored> snapshot = Map.of();

    /** Whether the id's message waits in the database. */
    boolean waits(String id) {
        return database.containsKey(id) && database.get(id).waits();
    }

    /** A change of the database that Redis has to be told of. */
    void changed(String id, Row row) {
        database.put(id, row);
        hints.add(id);
    }

    /** Redis is told what the database has. R3: it keeps what is newer. */
    void tell(String id) {
        Row row = database.get(id);
        long there = redis.containsKey(id) ? redis.get(id).revision() : 0;
        if (row.waits() && there < row.revision()) {
            redis.put(id, new Stored(row.revision(), row.body(), row.due()));
        } else if (!row.waits() && there <= row.revision()) {
            redis.remove(id);
        }
    }

    void confirm(String id) {
        database.put(id, database.get(id).told());
        hints.remove(id);
    }

    void relay() {
        for (String id : Set.copyOf(hints)) {
            if (database.containsKey(id) && database.get(id).pending()) {
                tell(id);
                confirm(id);
            }
        }
        hints.clear();
    }

    void restore() {
        for (String id : Set.copyOf(database.keySet())) {
            Stored stored = redis.get(id);
            if (waits(id)
                    && (stored == null || stored.revision() < database.get(id).revision())) {
                tell(id);
                database.put(id, database.get(id).told());
            }
        }
    }

    /** What is due is taken out of Redis; returns what must be delivered of it, with its body. */
    Map<String, String> deliver() {
        Map<String, String> delivered = new HashMap<>();
        for (String id : dueInRedis()) {
            Stored stored = redis.remove(id);
            Row row = database.get(id);
            boolean isOlder = row != null && row.revision() > stored.revision();
            boolean isEnded = row != null && row.revision() == stored.revision() && !row.waits();
            if (isOlder && row.waits()) {
                changed(id, new Row(row.revision(), row.state(), row.body(), row.due(), true));
            } else if (!isOlder && !isEnded) {
                delivered.put(id, stored.body());
                if (row != null && row.waits()) {
                    database.put(id, row.ended(stored.revision()));
                }
            }
        }
        return delivered;
    }

    List<String> dueInRedis() {
        List<String> due = new ArrayList<>();
        redis.forEach((id, stored) -> {
            if (stored.due()) {
                due.add(id);
            }
        });
        return due;
    }

    void backup() {
        backup = Map.copyOf(database);
    }

    void setBack() {
        database.clear();
        database.putAll(backup);
    }

    void snapshot() {
        snapshot = Map.copyOf(redis);
    }

    void load() {
        redis.clear();
        redis.putAll(snapshot);
    }

    void flush() {
        redis.clear();
    }
}
