package org.delay.redisson.benchmark.journal;

import com.zaxxer.hikari.HikariDataSource;
import org.delay.redisson.benchmark.contender.SqlContender;
import org.delay.redisson.benchmark.contender.SqlEntrant.Place;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An empty database and an empty Redis, and a business that writes orders. */
final class SqlLab implements AutoCloseable {

    private final RedisServer redis;
    private final RedissonClient client;
    private final HikariDataSource database;
    private final JdbcTransactionManager transactions;
    private final TransactionTemplate template;
    private final JdbcTemplate sql;

    private SqlLab(Postgres postgres) {
        this.redis = RedisServer.builder()
                .config("slowlog-log-slower-than 10000")
                .config("slowlog-max-len 10000")
                .start();
        Config config = new Config().setNettyThreads(1).setThreads(1).setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress(redis.uri())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
        this.client = Redisson.create(config);
        this.database = postgres.database();
        this.transactions = new JdbcTransactionManager(database);
        this.template = new TransactionTemplate(transactions);
        this.sql = new JdbcTemplate(database);
        sql.execute("CREATE TABLE orders (id BIGSERIAL PRIMARY KEY, text VARCHAR(200) NOT NULL)");
    }

    static SqlLab open(Postgres postgres) {
        return new SqlLab(postgres);
    }

    Place place() {
        return new Place(redis.uri(), database, transactions);
    }

    /** A business transaction: an order, and more. */
    void order(String text, Runnable more) {
        template.executeWithoutResult(status -> {
            int unused = sql.update("INSERT INTO orders (text) VALUES (?)", text);
            more.run();
        });
    }

    long open(SqlContender contender) {
        Long number = sql.queryForObject(contender.countOpen(), Long.class);
        return number == null ? 0 : number;
    }

    /** Redis loses everything. Its log of slow calls begins anew. */
    void flush() {
        client.getKeys().flushall();
        client.getScript()
                .eval(RScript.Mode.READ_WRITE, "return redis.call('slowlog', 'reset')", RScript.ReturnType.VALUE);
    }

    /** How many calls took Redis more than 10 ms. */
    long slowCalls() {
        Long number = client.getScript()
                .eval(RScript.Mode.READ_WRITE, "return redis.call('slowlog', 'len')", RScript.ReturnType.LONG);
        return number == null ? 0 : number;
    }

    @Override
    public void close() {
        database.close();
        client.shutdown();
        redis.close();
    }
}
