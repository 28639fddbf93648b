package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.AdoptReport;
import org.delay.redisson.journal.AdoptRequest;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.delay.redisson.operations.JournalMessageView;
import org.delay.redisson.operations.JournalRowView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;

/** What a native image with the journal must contain besides classes. */
class JournalHintsTest {

    /** The mapper finds them at run time. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                JournalRowView.class,
                JournalMessageView.Entry.class,
                StoredRevision.class,
                RestoreRequest.class,
                RestoreReport.class,
                AdoptRequest.class,
                AdoptReport.class,
                JournalEndpointJson.Overview.class,
                JournalEndpointJson.Instance.class,
                JournalEndpointJson.Result.class
            })
    void answersOfTheEndpointAreWritten(Class<?> written) {
        RuntimeHints hints = new RuntimeHints();
        new JournalEndpointRuntimeHints().registerHints(hints, null);

        assertThat(written.getRecordComponents())
                .allSatisfy(component -> assertThat(reflection().onMethodInvocation(component.getAccessor()))
                        .accepts(hints));
    }

    @Test
    void theScriptsOfAllDatabasesAreThere() {
        RuntimeHints hints = new RuntimeHints();
        new JournalRuntimeHints().registerHints(hints, null);

        for (String database : new String[] {"h2", "postgresql", "mysql", "mariadb"}) {
            assertThat(resource().forResource("org/delay/redisson/journal/schemas/v1/schema-" + database + ".sql"))
                    .accepts(hints);
        }
    }
}
