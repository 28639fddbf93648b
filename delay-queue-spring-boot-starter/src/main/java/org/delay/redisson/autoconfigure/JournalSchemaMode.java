package org.delay.redisson.autoconfigure;

/** When the journal creates its tables. */
public enum JournalSchemaMode {
    /** In an H2 database that lives in memory. */
    EMBEDDED,
    /** In every database. */
    ALWAYS,
    /** Never: a migration creates them. */
    NEVER
}
