package org.delay.redisson.benchmark.contender;

import org.springframework.transaction.PlatformTransactionManager;

/**
 * A contender on a database.
 *
 * @param name as it stands in the report
 * @param opening opens it on an empty database
 */
public record SqlEntrant(String name, Opening opening) {

    public static final String JOURNAL = "journal";
    public static final String DB_SCHEDULER = "db-scheduler";
    public static final String JOB_RUNR = "JobRunr";

    /** What a contender is opened on. */
    public record Place(String redis, javax.sql.DataSource database, PlatformTransactionManager transactions) {}

    /** Opens a contender. */
    public interface Opening {

        SqlContender open(Place place) throws Exception;
    }
}
