package org.delay.redisson.journal;

class PostgresTransactionsTest extends TransactionsContract {

    @Override
    Databases kind() {
        return Databases.POSTGRESQL;
    }
}
