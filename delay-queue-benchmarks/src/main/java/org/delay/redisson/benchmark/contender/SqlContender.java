package org.delay.redisson.benchmark.contender;

import java.util.List;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.contender.Contender.Reception;

/** Keeps messages in a database, and hands them over when they are due. Safe for use by many threads. */
public interface SqlContender extends AutoCloseable {

    /** Sends a message: as part of the transaction of this thread, if there is one and the contender can, else at once. */
    void send(Parcel parcel);

    /** Sends some hundred messages in the cheapest way there is. */
    void sendAll(List<Parcel> parcels);

    /** Starts to hand over due messages, and stops when the reception is closed. */
    Reception receive(Consumer<String> receiver);

    /** Counts, in SQL, the messages that the database does not know to be done. */
    String countOpen();

    @Override
    void close();
}
