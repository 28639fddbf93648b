package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Applications whose DataSource is a proxy, or one of several. */
class DataSourcesTest extends JournalFixture {

    private HikariDataSource database;

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        new JdbcTemplate(database).execute("create table business (id varchar(10))");
    }

    /** @param journals the DataSource that the journal is given */
    private App app(DataSource journals, DataSource managed) {
        RedissonDelayQueue bare = redisQueue();
        JournalStore store = JdbcJournalStore.builder(journals).service(service).build();
        JdbcTransactionManager manager = new JdbcTransactionManager(managed);
        Journal journal = closed(
                Journal.around(bare, () -> new JournalDatabase(store, journals, manager), JournalSettings.DEFAULTS));
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
        return new App(bare, journal, store, manager).started();
    }

    private void assertSendsAreAtomic(App app, DataSource business) {
        JdbcTemplate sql = new JdbcTemplate(business);
        app.inTransaction(status -> {
            sql.update("insert into business values ('no')");
            assertThat(app.send("no", LATER).outcome()).isEqualTo(Outcome.RECORDED);
            status.setRollbackOnly();
        });
        app.inTransaction(status -> {
            sql.update("insert into business values ('yes')");
            assertThat(app.send("yes", LATER).outcome()).isEqualTo(Outcome.RECORDED);
        });
        app.awaitInRedis("yes");
        assertThat(app.isInRedis("no")).isFalse();
        assertThat(app.send("at-once", LATER).outcome()).isEqualTo(Outcome.SCHEDULED);
        assertThat(sql.queryForList("select id from business", String.class)).containsExactly("yes");
    }

    @Test
    void aProxyThatKnowsTransactions() {
        DataSource proxy = new TransactionAwareDataSourceProxy(database);
        assertSendsAreAtomic(app(proxy, proxy), proxy);
    }

    @Test
    void aProxyThatConnectsLate() {
        DataSource proxy = new LazyConnectionDataSourceProxy(database);
        assertSendsAreAtomic(app(proxy, proxy), proxy);
    }

    @Test
    void aRoutingDataSource() {
        Routing routing = new Routing(Map.of("primary", database));
        assertSendsAreAtomic(app(routing, routing), routing);
    }

    /** The route of a transaction leads to a database without the journal's tables: nothing is half done. */
    @Test
    void aRouteElsewhere() {
        HikariDataSource other = closed(Databases.H2.empty(4));
        new JdbcTemplate(other).execute("create table business (id varchar(10))");
        Routing routing = new Routing(Map.of("primary", database, "other", other));
        App app = app(routing, routing);
        routing.route.set("other");
        try {
            assertThatThrownBy(() -> app.inTransaction(status -> {
                        new JdbcTemplate(routing).update("insert into business values ('no')");
                        app.send("no", LATER);
                    }))
                    .isInstanceOf(NotRecorded.class);
        } finally {
            routing.route.remove();
        }

        assertThat(new JdbcTemplate(other).queryForList("select id from business", String.class))
                .isEmpty();
        assertSendsAreAtomic(app, routing);
    }

    /** The journal has one database, the transaction another: the send throws. */
    @Test
    void theJournalHasTheDatabaseAndTheManagerHasTheRoute() {
        App app = app(database, new Routing(Map.of("primary", database)));

        assertThatThrownBy(() -> app.inTransaction(status -> app.send("no", LATER)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(app.isInRedis("no")).isFalse();
    }

    /** As Spring's, which needs more of Spring. */
    private static final class Routing extends AbstractDataSource {

        private final ThreadLocal<String> route = ThreadLocal.withInitial(() -> "primary");
        private final Map<String, DataSource> databases;

        Routing(Map<String, DataSource> databases) {
            this.databases = databases;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return databases.get(route.get()).getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }
}
