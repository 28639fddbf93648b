package org.delay.redisson.benchmark.journal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;

/** A PostgreSQL that keeps what it has committed, as in production. */
final class Postgres implements AutoCloseable {

    private static final int CONNECTIONS = 30;

    private final EmbeddedPostgres server;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    static Postgres start() throws IOException {
        return new Postgres(EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "100")
                .setServerConfig("shared_buffers", "256MB")
                .setServerConfig("max_wal_size", "2GB")
                .start());
    }

    /** A pool on an empty database. */
    HikariDataSource database() {
        String name = "b" + UUID.randomUUID().toString().replace("-", "");
        new JdbcTemplate(server.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.getJdbcUrl("postgres", name));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(CONNECTIONS);
        return new HikariDataSource(config);
    }

    /** As a reader of the report must know it. */
    String summary() {
        JdbcTemplate database = new JdbcTemplate(server.getPostgresDatabase());
        return "%s, fsync=%s, synchronous_commit=%s, full_page_writes=%s"
                .formatted(
                        show(database, "server_version"),
                        show(database, "fsync"),
                        show(database, "synchronous_commit"),
                        show(database, "full_page_writes"));
    }

    private static String show(JdbcTemplate database, String setting) {
        return String.valueOf(database.queryForObject("SHOW " + setting, String.class));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
