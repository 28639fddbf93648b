package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.Receipt.Outcome;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Many threads and the relay have one or two connections together: nobody needs two at a time. */
@Execution(ExecutionMode.CONCURRENT)
class SmallPoolTest extends JournalFixture {

    private static final int THREADS = 20;
    private static final int SENDS = 5;

    @ParameterizedTest
    @CsvSource({"H2, 1", "H2, 2", "POSTGRESQL, 1", "POSTGRESQL, 2"})
    void allAreSent(Databases kind, int connections) throws Exception {
        HikariDataSource database = database(kind, connections);
        JdbcTemplate orders = new JdbcTemplate(database);
        orders.execute("create table orders (id varchar(20) primary key)");
        App app = app(database, JournalSettings.DEFAULTS).started();
        Set<String> ids = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int own = thread;
                all.add(threads.submit(() -> sendSome(app, orders, own)));
            }
            for (Future<?> one : all) {
                one.get(5, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }

        for (int thread = 0; thread < THREADS; thread++) {
            for (int i = 0; i < SENDS; i++) {
                ids.add("in-" + thread + "-" + i);
                ids.add("out-" + thread + "-" + i);
            }
        }
        await().atMost(Duration.ofMinutes(2))
                .until(() -> app.redis().counts(TOPIC).due() == ids.size());
        assertThat(ids).allMatch(app::isInRedis);
        assertThat(orders.queryForObject("select count(*) from orders", Integer.class))
                .isEqualTo(THREADS * SENDS);
    }

    private static void sendSome(App app, JdbcTemplate orders, int thread) {
        for (int i = 0; i < SENDS; i++) {
            String id = thread + "-" + i;
            app.inTransaction(status -> {
                orders.update("insert into orders values (?)", id);
                assertThat(app.send("in-" + id, LATER).outcome()).isEqualTo(Outcome.RECORDED);
            });
            assertThat(app.send("out-" + id, LATER).outcome()).isIn(Outcome.SCHEDULED, Outcome.RECORDED);
        }
    }
}
