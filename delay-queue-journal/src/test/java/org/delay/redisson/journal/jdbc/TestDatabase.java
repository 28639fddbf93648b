package org.delay.redisson.journal.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A database with the journal's tables, started once in a JVM. {@code -Ddelay-queue.mysql=jdbc:mysql://…} names a database of
 * MySQL, beside which each JVM makes one of its own, and which is left out else; {@code -Ddelay-queue.mariadb} one of MariaDB, which is left out else where none is installed.
 */
record TestDatabase(String name, HikariDataSource dataSource) {

    private static final String MYSQL = System.getProperty("delay-queue.mysql", "");
    private static final String MARIADB = System.getProperty("delay-queue.mariadb", "");
    private static final Map<String, Supplier<String>> SERVERS = Map.of(
            "h2", () -> "jdbc:h2:mem:journal;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=30000",
            "postgresql", () -> PostgresServer.shared().url(),
            "mariadb", () -> MARIADB.isEmpty() ? MariaDbServer.shared().url() : ofThisJvm(MARIADB),
            "mysql", () -> ofThisJvm(MYSQL));
    private static final Map<String, TestDatabase> STARTED = new ConcurrentHashMap<>();

    /** Those that this machine has. */
    static Stream<TestDatabase> available() {
        return Stream.of("h2", "postgresql", "mariadb", "mysql")
                .filter(name -> !name.equals("mysql") || !MYSQL.isEmpty())
                .filter(name -> !name.equals("mariadb") || !MARIADB.isEmpty() || MariaDbServer.isInstalled())
                .map(TestDatabase::started);
    }

    /** A database beside the named one: JVMs run side by side, and a purge of the history reads that of all services. */
    private static String ofThisJvm(String url) {
        String[] parts = url.split("\\?", 2);
        return parts[0] + "_" + ProcessHandle.current().pid() + "?createDatabaseIfNotExist=true"
                + (parts.length > 1 ? "&" + parts[1] : "");
    }

    static TestDatabase started(String name) {
        return STARTED.computeIfAbsent(
                name, added -> connected(added, SERVERS.get(added).get()));
    }

    static TestDatabase connected(String name, String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(24);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(60_000);
        return connected(name, new HikariDataSource(config));
    }

    static TestDatabase connected(String name, HikariDataSource dataSource) {
        JournalSchema.of(dataSource, JournalSchema.DEFAULT_PREFIX).create();
        return new TestDatabase(name, dataSource);
    }

    /** As the journal's own transactions. */
    TransactionTemplate transactions() {
        TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return template;
    }

    /** As the transactions of an application that sets nothing. */
    TransactionTemplate defaultTransactions() {
        return new TransactionTemplate(new JdbcTransactionManager(dataSource));
    }

    @Override
    public String toString() {
        return name;
    }
}
