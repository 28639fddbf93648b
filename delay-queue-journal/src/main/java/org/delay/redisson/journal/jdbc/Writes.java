package org.delay.redisson.journal.jdbc;

/** The writes that each message needs, as cheap as a database allows. */
record Writes(Upsert upsert, Confirmations confirmations, Ends ends) {

    static Writes ofPostgres(JournalSql sql) {
        return new Writes(
                new PostgresUpsert(sql), new PostgresConfirmations(sql), new PostgresEndings(sql, new Endings(sql)));
    }

    static Writes of(JournalSql sql, Upsert upsert) {
        return new Writes(upsert, new LockedConfirmations(sql), new Endings(sql));
    }
}
