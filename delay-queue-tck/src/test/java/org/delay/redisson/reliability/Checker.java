package org.delay.redisson.reliability;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.delay.redisson.system.Lateness;

/** Reads all ledgers of a directory, after a full drain, and nothing else. For one thread and one directory. */
final class Checker {

    static final String SUFFIX = ".ledger";

    private static final int MICROS = 1_000;

    private final Predicate<String> ids;
    private final Map<String, Message> messages = new HashMap<>();
    private final List<String> torn = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();

    /** All that is known of one id. */
    private static final class Message {

        private boolean attempted;
        private int accepted;
        private long asked;
        private long told;
        private int delivered;
        private boolean cancelled;
        private boolean buried;
    }

    private record Delivery(String id, long at, long due, int attempt) {

        Duration lateness() {
            return Duration.ofNanos((at - due * MICROS) * MICROS);
        }
    }

    private Checker(Predicate<String> ids) {
        this.ids = ids;
    }

    /**
     * What the ledgers say of these ids.
     *
     * @throws IllegalArgumentException if a line but the last of a file is none of a ledger
     */
    static Audit check(Path directory, Predicate<String> ids) {
        Checker checker = new Checker(ids);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
                checker.read(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return checker.audit();
    }

    private void read(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
            StringBuilder line = new StringBuilder();
            for (int next = lines.read(); next >= 0; next = lines.read()) {
                if (next == '\n') {
                    Entry entry = Entry.of(line.toString());
                    if (ids.test(entry.id())) {
                        add(entry);
                    }
                    line.setLength(0);
                } else {
                    line.append((char) next);
                }
            }
            if (!line.isEmpty()) {
                torn.add(file.getFileName().toString());
            }
        }
    }

    private void add(Entry entry) {
        Message message = messages.computeIfAbsent(entry.id(), none -> new Message());
        switch (entry.event()) {
            case ATTEMPTED -> {
                message.attempted = true;
                message.asked = Math.max(message.asked, entry.due());
            }
            case ACKNOWLEDGED -> {
                message.accepted++;
                message.told = Math.max(message.told, entry.due());
            }
            case DELIVERED -> {
                message.delivered++;
                deliveries.add(new Delivery(entry.id(), entry.at(), entry.due(), entry.attempt()));
            }
            case CANCELLED -> message.cancelled = true;
            case BURIED -> message.buried = true;
        }
    }

    private Audit audit() {
        return new Audit(
                count(message -> message.accepted > 0),
                count(message -> message.cancelled),
                ids(message -> message.accepted > 0 && message.delivered == 0 && !message.cancelled && !message.buried),
                deliveries.stream().filter(this::isEarly).map(Delivery::id).toList(),
                messages.values().stream()
                        .mapToInt(message -> Math.max(0, message.delivered - 1))
                        .sum(),
                ids(message -> message.delivered > 1),
                ids(message -> message.cancelled && message.delivered > 0),
                ids(message -> message.accepted > 1),
                ids(message -> message.delivered > 0 && !message.attempted),
                ids(message -> message.buried),
                torn,
                deliveries.stream().mapToInt(Delivery::attempt).max().orElse(0),
                Lateness.of(deliveries.stream()
                        .filter(delivery -> delivery.attempt() <= 1)
                        .map(Delivery::lateness)
                        .toList()),
                deliveries.stream()
                        .map(Delivery::lateness)
                        .max(Duration::compareTo)
                        .orElse(Duration.ZERO));
    }

    /** By milliseconds, as due times are: one that is due at .5 ms was rounded up to the next. */
    private boolean isEarly(Delivery delivery) {
        Message message = messages.get(delivery.id());
        long at = Math.floorDiv(delivery.at(), MICROS);
        return at < delivery.due()
                || at < message.asked
                || (at < message.told && !isOfUnansweredTry(delivery, message));
    }

    /**
     * Whether it is of a try that Redis did not answer. Once that is delivered, the repetition stores the message again, and tells
     * the due time of the second copy. That one must have been delivered too, and it must be known what the sender asked for.
     */
    private boolean isOfUnansweredTry(Delivery delivery, Message message) {
        return message.asked > 0
                && delivery.due() < message.told
                && deliveries.stream()
                        .anyMatch(other -> other.id().equals(delivery.id()) && other.due() == message.told);
    }

    /** What an id must be like to be counted. */
    private interface Condition {
        boolean holds(Message message);
    }

    private int count(Condition condition) {
        return (int) messages.values().stream().filter(condition::holds).count();
    }

    private Set<String> ids(Condition condition) {
        Set<String> ids = new HashSet<>();
        messages.forEach((id, message) -> {
            if (condition.holds(message)) {
                ids.add(id);
            }
        });
        return ids;
    }
}
