package org.delay.redisson.journal.jdbc;

import java.util.List;

/** The database lacks tables, columns or indexes of the journal. */
public final class IncompleteSchemaException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final List<String> missing;
    private final String script;

    IncompleteSchemaException(List<String> missing, String script) {
        super("The journal's tables are incomplete: " + String.join(", ", missing)
                + " missing. Nothing was sent or delivered. Run " + script
                + " of delay-queue-journal, for example as a migration of Flyway or Liquibase");
        this.missing = List.copyOf(missing);
        this.script = script;
    }

    /** What is missing, for example {@code table delay_shard} or {@code column mark of delay_message}. */
    public List<String> missing() {
        return missing;
    }

    /** The script that creates it, as a resource of the class path. */
    public String script() {
        return script;
    }
}
