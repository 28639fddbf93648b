package org.delay.redisson.journal;

class H2TransactionsTest extends TransactionsContract {

    @Override
    Databases kind() {
        return Databases.H2;
    }
}
