package org.delay.redisson.journal.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** A database that the journal supports: its dialect, and the writes that each message needs. */
record Database(Dialect dialect, Function<JournalSql, Writes> statements) {

    /** Recognizes the database behind a {@link DataSource}. */
    static Database of(DataSource dataSource) {
        try {
            return JdbcUtils.extractDatabaseMetaData(dataSource, Database::of);
        } catch (MetaDataAccessException unreachable) {
            throw new IllegalStateException("The journal can't tell which database it has", unreachable);
        }
    }

    Writes writes(JournalSql sql) {
        return statements.apply(sql);
    }

    private static Database of(DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> new Database(new PostgresDialect(), Writes::ofPostgres);
            case "H2" -> new Database(new H2Dialect(), sql -> Writes.of(sql, new H2Upsert(sql)));
            case "MariaDB" -> mySql("mariadb");
            // MySQL's driver calls MariaDB so too.
            case "MySQL" -> mySql(database.getDatabaseProductVersion().contains("MariaDB") ? "mariadb" : "mysql");
            default ->
                throw new IllegalStateException(
                        "The journal supports PostgreSQL, MySQL, MariaDB and H2, but its DataSource is " + product);
        };
    }

    private static Database mySql(String name) {
        return new Database(new MySqlDialect(name), sql -> Writes.of(sql, new MySqlUpsert(sql)));
    }
}
