package org.delay.redisson.rabbit;

import static java.util.Objects.requireNonNullElse;

import com.rabbitmq.client.BlockedListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/**
 * The connection on which messages are published, and its idle channels. The first publication opens it, and so does the first
 * one after it was lost. Safe for use by many threads.
 *
 * <p>It is not the connection of the application's listeners: while an alarm is on, the broker stops reading from a connection
 * that publishes, and listeners could no longer ack.
 */
final class PublisherConnection {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final ConnectionFactory factory;
    private final ReentrantLock opening = new ReentrantLock();
    private final Deque<PublisherChannel> idle = new ConcurrentLinkedDeque<>();
    private final Set<Publication> running = ConcurrentHashMap.newKeySet();
    private final LongWaits longWaits = new LongWaits();
    private @Nullable Connection connection;
    private volatile @Nullable Alarm alarm;
    private volatile boolean closed;

    PublisherConnection(ConnectionFactory source) {
        this.factory = requireNonNullElse(source.getPublisherConnectionFactory(), source);
    }

    /**
     * Publishes the messages, and waits for the broker's answers. Blocks while the broker does not answer, even longer than the
     * given time. What fails ends the publication, with an {@link UnconfirmedException} if only the confirms are missing.
     *
     * @param suspect called once if confirms are missing for a while, though the broker answers
     */
    void publish(Publication publication, Deadlines deadlines, Consumer<Publication> suspect) {
        running.add(publication);
        try {
            requireUsable();
            PublisherChannel channel = channel(publication);
            try {
                if (!deadlines.mayStart()) {
                    throw new IOException("it took too long to open a channel");
                }
                long published = System.nanoTime();
                channel.publish(publication);
                boolean isComplete = publication.await(deadlines.suspected());
                if (publication.isAnyConfirmed()) {
                    longWaits.confirmedAtOnce(published);
                }
                if (!isComplete) {
                    channel.awaitOtherAnswer();
                    awaitTheRest(publication, published, channel, deadlines, suspect);
                }
            } finally {
                release(channel);
            }
        } catch (InterruptedException | IOException | RuntimeException | Error e) {
            publication.end(e);
        } finally {
            running.remove(publication);
        }
    }

    /** If publishing or the broker's answer took all the time, a missing confirm says nothing about its address. */
    private void awaitTheRest(
            Publication publication,
            long published,
            PublisherChannel channel,
            Deadlines deadlines,
            Consumer<Publication> suspect)
            throws InterruptedException, IOException {
        boolean isInTime = deadlines.confirmed() - System.nanoTime() > 0;
        if (isInTime) {
            suspect.accept(publication);
        }
        if (!longWaits.await(publication, published, deadlines.confirmed())) {
            channel.awaitOtherAnswer();
            publication.end(isInTime ? new UnconfirmedException() : new TimeoutException());
            hearLateAnswers(publication, channel, deadlines);
        }
    }

    /** Nobody waits for them any more, but they show that an address is available. */
    private void hearLateAnswers(Publication publication, PublisherChannel channel, Deadlines deadlines)
            throws InterruptedException {
        boolean areAllThere = false;
        while (!closed && channel.isOpen() && !areAllThere && deadlines.confirmed() - System.nanoTime() > 0) {
            areAllThere = publication.awaitAnswers(BETWEEN_LOOKS);
        }
    }

    /** Connects, if it is not connected. Throws what the connection factory throws. */
    void open() {
        opening.lock();
        try {
            var unused = connected();
        } finally {
            opening.unlock();
        }
    }

    /** Closes the channels. The connection belongs to the application's factory, which closes it. */
    void close() {
        closed = true;
        running.forEach(publication -> publication.end(new RejectedExecutionException("The producer was closed")));
        for (PublisherChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
            channel.close();
        }
    }

    /** Asked before a channel is opened: the broker would not answer, and the thread would wait until the alarm is over. */
    private void requireUsable() throws IOException {
        if (closed) {
            throw new RejectedExecutionException("The producer was closed");
        }
        Alarm current = alarm;
        if (current != null) {
            current.check();
        }
    }

    private PublisherChannel channel(Publication publication) throws IOException {
        for (PublisherChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
            if (channel.isReusable()) {
                return channel;
            }
        }
        opening.lock();
        try {
            if (publication.end() != null) {
                throw new IOException("Nobody waits for it any more");
            }
            requireUsable();
            return PublisherChannel.open(connected());
        } finally {
            opening.unlock();
        }
    }

    private void release(PublisherChannel channel) {
        if (channel.isReusable() && !closed) {
            idle.push(channel);
        } else {
            channel.close();
        }
    }

    /** By the holder of the lock. */
    private com.rabbitmq.client.Connection connected() {
        Connection current = connection;
        if (current == null || !current.isOpen()) {
            current = factory.createConnection();
            connection = current;
        }
        com.rabbitmq.client.Connection open = current.getDelegate();
        Alarm known = alarm;
        // The factory may have connected again for somebody else, behind the same object.
        if (known == null || known.watched != open) {
            alarm = new Alarm(open);
        }
        return open;
    }

    /** Whether the broker blocks a connection. It ends with the connection. */
    private final class Alarm implements BlockedListener {

        private final com.rabbitmq.client.Connection watched;
        private volatile @Nullable ConnectionBlockedException blocked;

        Alarm(com.rabbitmq.client.Connection watched) {
            this.watched = watched;
            watched.addBlockedListener(this);
        }

        void check() throws ConnectionBlockedException {
            ConnectionBlockedException now = blocked;
            if (now != null && watched.isOpen()) {
                throw now;
            }
        }

        @Override
        public void handleBlocked(String reason) {
            ConnectionBlockedException now = new ConnectionBlockedException(reason);
            blocked = now;
            running.forEach(publication -> publication.end(now));
        }

        @Override
        public void handleUnblocked() {
            blocked = null;
        }
    }
}
