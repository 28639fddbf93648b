package org.delay.redisson.reliability;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.reliability.Entry.Event;
import org.delay.redisson.system.Book;

/**
 * A ledger that one JVM writes: lines at the end of a file. Thread-safe.
 *
 * <p>Each line is one write to the system before the method returns, and nothing is kept in the JVM: whoever is killed
 * (SIGKILL) right after it leaves the line in the page cache, where every other process reads it. So the process that saw
 * an event writes it down itself, and no other process must be alive for it. An fsync for each line would add what only a
 * machine without power loses, which no scenario takes it from; there is one when the file is closed, so that what was
 * found stays with the evidence.
 */
public final class LedgerFile implements Book, AutoCloseable {

    /** No channel, which an interrupt of one writer would close for all. */
    private final FileOutputStream file;

    private final Map<Event, AtomicInteger> counts = new EnumMap<>(Event.class);

    private LedgerFile(FileOutputStream file) {
        this.file = file;
        for (Event event : Event.values()) {
            counts.put(event, new AtomicInteger());
        }
    }

    /** Begins a file. Nobody has ever written under this name: what follows a torn line could not be read. */
    public static LedgerFile open(Path directory, String writer) {
        try {
            Files.createDirectories(directory);
            Path file = Files.createFile(directory.resolve(writer + Checker.SUFFIX));
            return new LedgerFile(new FileOutputStream(file.toFile(), true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void attempted(String id) {
        write(Event.ATTEMPTED, 0, 0, id, Instant.now());
    }

    /** A message that must not arrive before this moment. */
    void attempted(String id, Instant due) {
        write(Event.ATTEMPTED, due.toEpochMilli(), 0, id, Instant.now());
    }

    /** A message is about to be sent, which must not arrive before the moment that it asks for, if it does. */
    public void attempted(OutgoingMessage message) {
        if (message.dueTime() == null) {
            attempted(message.id());
        } else {
            attempted(message.id(), message.dueTime());
        }
    }

    @Override
    public void accepted(Collection<Receipt> receipts) {
        receipts.forEach(
                receipt -> write(Event.ACKNOWLEDGED, receipt.dueTime().toEpochMilli(), 0, receipt.id(), Instant.now()));
    }

    @Override
    public void arrived(String id, Instant at, Instant due, int attempt) {
        write(Event.DELIVERED, due.toEpochMilli(), attempt, id, at);
    }

    /** A handler has got it. To be told before the handler returns: what is delivered and not told looks lost. */
    public void arrived(DelayedMessage message) {
        arrived(message.id(), Instant.now(), message.dueTime(), message.attempt());
    }

    /** The library answered CANCELLED. */
    public void cancelled(String id) {
        write(Event.CANCELLED, 0, 0, id, Instant.now());
    }

    /** The library told that it is a dead letter. */
    public void buried(String id) {
        write(Event.BURIED, 0, 0, id, Instant.now());
    }

    /** The time by which ledgers are written: right also where the JVM's clock is made wrong. */
    public static Instant now() {
        return Instant.now();
    }

    private void write(Event event, long due, int attempt, String id, Instant at) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at);
        byte[] line = new Entry(event, micros, due, attempt, id).line().getBytes(UTF_8);
        try {
            synchronized (file) {
                file.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        counts.get(event).incrementAndGet();
    }

    /** Acknowledgements in this file since it was opened. */
    public int acceptedSoFar() {
        return counts.get(Event.ACKNOWLEDGED).get();
    }

    /** Deliveries in this file since it was opened, repeated ones too. */
    public int arrivedSoFar() {
        return counts.get(Event.DELIVERED).get();
    }

    /** Waits for so many deliveries from now on, and answers how long that took. */
    public Duration awaitArrivals(int number) {
        int goal = arrivedSoFar() + number;
        long began = System.nanoTime();
        await("for " + number + " arrivals").atMost(Traffic.PATIENCE).until(() -> arrivedSoFar() >= goal);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Override
    public void close() {
        try (file) {
            file.getFD().sync();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
