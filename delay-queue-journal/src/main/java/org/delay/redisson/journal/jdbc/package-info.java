/** The journal's tables in PostgreSQL, MySQL, MariaDB and H2, by JDBC. */
@NullMarked
package org.delay.redisson.journal.jdbc;

import org.jspecify.annotations.NullMarked;
