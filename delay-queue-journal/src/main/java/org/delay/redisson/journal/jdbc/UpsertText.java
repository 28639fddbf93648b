package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.delay.redisson.journal.store.JournalMessage;

/** What the statements that write rows have in common: the columns, and the values of new rows that wait. */
final class UpsertText {

    /** How long the thread that committed has, before a sweep relays its row. */
    static final long GRACE_MILLIS = 5000;

    static final String COLUMNS = "id, topic, service, business_key, revision, state, due_at, priority, content,"
            + " todo, look_at, tries, created_at, created_by, changed_at";
    private static final String NEW = "(?, ?, ?, ?, {now}, 'WAITING', ?, ?, ?, '" + Todo.RELAY + "', {now} + "
            + GRACE_MILLIS + ", 0, {now}, ?, {now})";

    private UpsertText() {}

    static String insert(int rows) {
        return "INSERT INTO {message} (" + COLUMNS + ") VALUES " + String.join(", ", Collections.nCopies(rows, NEW));
    }

    static List<Object> parameters(List<JournalMessage> messages, StoreSettings settings) {
        List<Object> parameters = new ArrayList<>();
        for (JournalMessage message : messages) {
            parameters.add(message.key().id());
            parameters.add(message.key().topic());
            parameters.add(settings.service());
            parameters.add(Texts.nullable(message.businessKey(), Texts.BUSINESS_KEY));
            parameters.add(message.dueAt().toEpochMilli());
            parameters.add(message.priority());
            parameters.add(message.content());
            parameters.add(settings.instance());
        }
        return parameters;
    }
}
