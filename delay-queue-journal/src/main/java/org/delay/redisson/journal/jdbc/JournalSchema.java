package org.delay.redisson.journal.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * Creates and checks the tables of the journal. The scripts are resources of the class path,
 * {@code org/delay/redisson/journal/schemas/v1/schema-<database>.sql}, with names that begin with {@value #DEFAULT_PREFIX}.
 *
 * <p>Uses a connection of its own, so it joins no transaction.
 */
public final class JournalSchema {

    /** What the names of the tables begin with, unless another prefix is set. */
    public static final String DEFAULT_PREFIX = "delay_";

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,29}");
    private static final String SCRIPT = "org/delay/redisson/journal/schemas/v1/schema-%s.sql";
    private static final int ATTEMPTS = 3;

    private final DataSource dataSource;
    private final String prefix;
    private final String script;

    private JournalSchema(DataSource dataSource, String prefix) {
        this.dataSource = dataSource;
        checkPrefix(prefix);
        this.prefix = prefix;
        this.script = SCRIPT.formatted(Database.of(dataSource).dialect().name());
    }

    /** The schema in the database behind this. Connects to it, to recognize it. */
    public static JournalSchema of(DataSource dataSource, String tablePrefix) {
        return new JournalSchema(dataSource, tablePrefix);
    }

    /**
     * Creates tables and indexes that are missing. Any number of instances may do so at once.
     *
     * @throws ScriptException if the database refuses
     * @throws IncompleteSchemaException if tables that were there lack columns, which only a migration can add
     */
    public void create() {
        for (int attempt = 1; !missing().isEmpty(); attempt++) {
            try {
                run();
                check();
            } catch (ScriptException refused) {
                // Perhaps another instance has just created the same table.
                if (attempt == ATTEMPTS) {
                    throw refused;
                }
            }
        }
    }

    /**
     * Checks that all tables, columns and indexes are there.
     *
     * @throws IncompleteSchemaException if not, naming what is missing
     */
    public void check() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw new IncompleteSchemaException(missing, script);
        }
    }

    private List<String> missing() {
        return connected(connection -> new SchemaInspection(connection, prefix).missing());
    }

    private void run() {
        connected(connection -> {
            ScriptUtils.executeSqlScript(connection, new ByteArrayResource(text()));
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return List.of();
        });
    }

    private byte[] text() throws SQLException {
        try {
            String text = new ClassPathResource(script, JournalSchema.class.getClassLoader())
                    .getContentAsString(StandardCharsets.UTF_8);
            return text.replace(DEFAULT_PREFIX, prefix).getBytes(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<String> connected(Work work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.on(connection);
        } catch (SQLException failed) {
            throw new CannotGetJdbcConnectionException("The journal can't look at its tables", failed);
        }
    }

    /**
     * Checks a prefix of the tables' names.
     *
     * @throws IllegalArgumentException if it is not 1 to 30 letters, digits or underscores, or begins with a digit
     */
    public static void checkPrefix(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "tablePrefix must be 1 to 30 letters, digits or underscores and not begin with a digit, but is '"
                            + prefix + "'");
        }
    }

    private interface Work {

        List<String> on(Connection connection) throws SQLException;
    }
}
