package org.delay.redisson.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A line of the table in docs/journal.md.
 *
 * @param lost what Redis had lost of the journal's messages, and was sent again
 * @param missing what is missing in the end, with the journal
 * @param millis how long it took until all was back, each time
 * @param missingWithout what is missing in the end, without the journal
 */
record LossTable(
        String kind,
        int times,
        int sent,
        long lost,
        int missing,
        List<Long> millis,
        int sentWithout,
        int missingWithout) {

    private static final Path FILE = Path.of("target", "journal-losses.md");
    private static final String HEAD = "| | times | sent with the journal | lost by Redis | missing in the end |"
            + " restored after: median, longest | sent without the journal | missing in the end |\n"
            + "|---|---|---|---|---|---|---|---|\n";

    /** Under a lock: lines are published by several threads. */
    void publish() throws IOException {
        synchronized (LossTable.class) {
            append();
        }
    }

    private void append() throws IOException {
        List<Long> sorted = millis.stream().sorted().toList();
        Files.createDirectories(FILE.getParent());
        if (Files.notExists(FILE)) {
            Files.writeString(FILE, HEAD);
        }
        Files.writeString(
                FILE,
                "| %s | %d | %,d | %,d | %d | %.1f s, %.1f s | %,d | %,d |%n"
                        .formatted(
                                kind,
                                times,
                                sent,
                                lost,
                                missing,
                                sorted.get(sorted.size() / 2) / 1_000.0,
                                sorted.get(sorted.size() - 1) / 1_000.0,
                                sentWithout,
                                missingWithout),
                StandardOpenOption.APPEND);
    }
}
