package org.delay.redisson.journal.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import lombok.RequiredArgsConstructor;

/** Compares the tables of a database with what the journal needs. */
@RequiredArgsConstructor
final class SchemaInspection {

    private static final List<Table> TABLES = List.of(
            new Table(
                    "message",
                    "id topic service business_key revision state due_at priority content todo look_at tries shard mark created_at"
                            + " created_by changed_at",
                    "id topic service",
                    "service todo look_at",
                    "business_key service"),
            new Table(
                    "history",
                    "seq at id topic service revision event shard instance thread detail",
                    "id topic service at"),
            new Table("shard", "service shard mark marked_at redis lost_from sound_from repair_at", "service shard"));

    private final Connection connection;
    private final String prefix;

    /** What is missing, in words. */
    List<String> missing() throws SQLException {
        List<String> missing = new ArrayList<>();
        for (Table table : TABLES) {
            String name = prefix + table.name;
            Optional<Set<String>> columns = columns(name);
            if (columns.isEmpty()) {
                missing.add("table " + name);
                continue;
            }
            table.columns.stream()
                    .filter(column -> !columns.get().contains(column))
                    .forEach(column -> missing.add("column " + column + " of " + name));
            Collection<List<String>> indexes = indexes(name);
            table.indexes.stream()
                    .filter(index -> indexes.stream().noneMatch(found -> begins(found, index)))
                    .forEach(index -> missing.add("index (" + String.join(", ", index) + ") of " + name));
        }
        return missing;
    }

    /** By a query, which finds the table that statements will find. Empty if there is none. */
    private Optional<Set<String>> columns(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData columns = none.getMetaData();
            Set<String> names = new HashSet<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(lower(columns.getColumnName(i)));
            }
            return Optional.of(names);
        } catch (SQLException absent) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return unlessConnectionFailed(absent);
        }
    }

    private Optional<Set<String>> unlessConnectionFailed(SQLException absent) throws SQLException {
        if (!connection.isValid(5)) {
            throw absent;
        }
        return Optional.empty();
    }

    private Collection<List<String>> indexes(String table) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String stored = database.storesUpperCaseIdentifiers()
                ? table.toUpperCase(Locale.ROOT)
                : database.storesLowerCaseIdentifiers() ? lower(table) : table;
        Map<String, Map<String, List<String>>> bySchema = new TreeMap<>();
        try (ResultSet columns = database.getIndexInfo(connection.getCatalog(), null, stored, false, true)) {
            while (columns.next()) {
                if (columns.getString("COLUMN_NAME") != null) {
                    bySchema.computeIfAbsent(String.valueOf(columns.getString("TABLE_SCHEM")), name -> new TreeMap<>())
                            .computeIfAbsent(columns.getString("INDEX_NAME"), name -> new ArrayList<>())
                            .add(lower(columns.getString("COLUMN_NAME")));
                }
            }
        }
        return ofFirstSchema(bySchema);
    }

    /** Statements find the table in the connection's schema before any other one. */
    private Collection<List<String>> ofFirstSchema(Map<String, Map<String, List<String>>> bySchema)
            throws SQLException {
        Map<String, List<String>> first = bySchema.get(String.valueOf(connection.getSchema()));
        return first != null
                ? first.values()
                : bySchema.values().stream()
                        .flatMap(indexes -> indexes.values().stream())
                        .toList();
    }

    private static boolean begins(List<String> found, List<String> needed) {
        return found.size() >= needed.size() && found.subList(0, needed.size()).equals(needed);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** A table that is needed, with its columns and the columns of its indexes. */
    private static final class Table {

        private final String name;
        private final List<String> columns;
        private final List<List<String>> indexes;

        Table(String name, String columns, String... indexes) {
            this.name = name;
            this.columns = List.of(columns.split(" "));
            this.indexes = Arrays.stream(indexes)
                    .map(index -> List.of(index.split(" ")))
                    .toList();
        }
    }
}
