package org.delay.redisson.journal.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.journal.jdbc.Fixture.key;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.delay.redisson.journal.store.RowFilter;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** H2 counts no rows that it reads, but tells its plans. {@link RowsReadTest} has the other databases. */
class H2PlanTest {

    @Test
    void aPageReadsNoMoreThanItReturns() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JournalSchema.of(database, JournalSchema.DEFAULT_PREFIX).create();
        Noted noted = new Noted(database);
        JdbcJournalStore store = JdbcJournalStore.builder(noted).service("s").build();

        var unused = List.of(
                store.page(RowFilter.WAITING, null, 200),
                store.page(RowFilter.WAITING, key("a"), 200),
                store.page(RowFilter.ALL.topic("orders"), key("a"), 200));

        assertThat(noted.texts)
                .hasSize(3)
                .allSatisfy(text ->
                        assertThat(plan(database, text)).contains("PRIMARY_KEY").contains("index sorted"));
    }

    private static String plan(DataSource database, String text) {
        Object[] values = new Object[(int) text.chars().filter(c -> c == '?').count()];
        Arrays.fill(values, "1");
        return requireNonNull(new JdbcTemplate(database).queryForObject("EXPLAIN " + text, String.class, values));
    }

    /** Notes what is prepared. */
    private static final class Noted extends DelegatingDataSource {

        private final Queue<String> texts = new ConcurrentLinkedQueue<>();

        Noted(DataSource database) {
            super(database);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            Class<?>[] types = {Connection.class};
            return (Connection) Proxy.newProxyInstance(Noted.class.getClassLoader(), types, (self, method, values) -> {
                if (method.getName().equals("prepareStatement")) {
                    texts.add((String) values[0]);
                }
                return method.invoke(connection, values);
            });
        }
    }
}
