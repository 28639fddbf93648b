package org.delay.redisson.journal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Says on which databases the contract did not run. */
class DatabasesTest {

    @ParameterizedTest
    @CsvSource({
        "h2, ",
        "postgresql, ",
        "mariadb, -Ddelay-queue.mariadb=jdbc:mariadb://…",
        "mysql, -Ddelay-queue.mysql=jdbc:mysql://…"
    })
    void runs(String name, String option) {
        boolean isAvailable =
                TestDatabase.available().anyMatch(database -> database.name().equals(name));

        assumeThat(isAvailable || option == null)
                .as("the journal's tests run on %s, if there is one: %s", name, option)
                .isTrue();
        assertThat(isAvailable).isTrue();
    }
}
