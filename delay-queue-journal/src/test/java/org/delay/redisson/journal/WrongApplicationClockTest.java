package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Two applications have wrong clocks, and Redis and the database have right ones. Needs libfaketime, and is left out where there is
 * none.
 */
class WrongApplicationClockTest extends JournalFixture {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final List<Path> FAKETIME = Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
            .map(system -> Path.of("/usr/lib", system, "faketime", "libfaketime.so.1"))
            .filter(Files::exists)
            .toList();

    @Test
    void nothingIsEarlyAndNothingIsLost() throws IOException {
        assumeThat(FAKETIME).as("libfaketime is installed").isNotEmpty();
        HikariDataSource database = database(Databases.POSTGRESQL, 4);
        JdbcTemplate sql = new JdbcTemplate(database);
        sql.execute("create table owed (id varchar(50) primary key, due bigint)");
        sql.execute("create table handled (id varchar(50), at bigint)");
        sql.execute("create table clocks (name varchar(50), wrong_by bigint)");
        for (String by : List.of("-10m", "+10m")) {
            Process application = application(database.getJdbcUrl(), by);
            closed(application::destroyForcibly);
        }

        await().atMost(LONG)
                .until(() -> count(sql, "select count(distinct id) from handled") == 6 * WrongClockMain.MESSAGES);

        assertThat(sql.queryForList("select wrong_by / 60000 from clocks order by wrong_by", Long.class))
                .hasSize(2)
                .satisfies(minutes -> assertThat(minutes.get(0)).isBetween(-11L, -9L))
                .satisfies(minutes -> assertThat(minutes.get(1)).isBetween(8L, 10L));
        assertThat(count(sql, "select count(*) from handled h join owed o on o.id = h.id where h.at < o.due"))
                .as("early")
                .isZero();
        assertThat(count(sql, "select count(*) - count(distinct id) from handled"))
                .as("twice")
                .isZero();
        await().atMost(LONG).until(() -> count(sql, "select count(*) from delay_message where state = 'WAITING'") == 0);
    }

    private static int count(JdbcTemplate sql, String query) {
        Integer number = sql.queryForObject(query, Integer.class);
        return number == null ? 0 : number;
    }

    private Process application(String url, String by) throws IOException {
        ProcessBuilder application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WrongClockMain.class.getName(),
                        redis.uri(),
                        url,
                        service,
                        by)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        application.environment().put("LD_PRELOAD", FAKETIME.get(0).toString());
        application.environment().put("FAKETIME", by);
        application.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        return application.start();
    }
}
