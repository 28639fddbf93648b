package org.delay.redisson.benchmark.contender;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A queue of delayed messages that is measured, as its users would use it. Safe for use by many threads. */
public interface Contender extends AutoCloseable {

    /** Sends a message; it is stored when this returns. */
    void send(String topic, Parcel parcel);

    /** Sends a message without waiting. */
    CompletionStage<?> sendAsync(String topic, Parcel parcel);

    /** Sends some hundred messages in the cheapest way there is; they are stored when this returns. */
    void sendAll(String topic, List<Parcel> parcels);

    /**
     * Begins to receive messages of these topics, until it is closed.
     *
     * @param receiver gets each message's body, on any thread
     */
    Reception receive(Collection<String> topics, Consumer<String> receiver);

    /** Removes a waiting message, and returns whether it existed. */
    boolean cancel(String topic, Parcel parcel);

    /** Gives a waiting message another due time, and returns whether it existed. */
    boolean reschedule(String topic, Parcel parcel, Parcel later);

    @Override
    void close();

    /** Ends when it is closed. */
    interface Reception extends AutoCloseable {

        @Override
        void close();
    }
}
