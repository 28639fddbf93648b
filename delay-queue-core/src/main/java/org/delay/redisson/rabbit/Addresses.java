package org.delay.redisson.rabbit;

import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/** What is known of the addresses that messages are published to. Thread-safe; no call waits. */
interface Addresses {

    /** Why the message is not published now, or null if it is. Then one of the other methods must hear what became of it. */
    @Nullable
    DestinationUnavailable unavailable(AddressedMessage message);

    /** The broker does not confirm a message at once, though it answers. */
    void suspected(AddressedMessage message);

    /** The broker has answered, whatever it says. */
    void answered(AddressedMessage message);

    /** The broker has taken a message. */
    void accepted(AddressedMessage message);

    /** No answer came, for a reason that says nothing about the address. */
    void undecided(AddressedMessage message);

    /** The broker has refused a message because of its exchange and routing key. Returns the message's failure. */
    DestinationUnavailable keyRefused(AddressedMessage message, String reason, @Nullable Throwable cause);

    /** The broker has refused a message because of its exchange. Returns the message's failure. */
    DestinationUnavailable exchangeRefused(AddressedMessage message, String reason, Throwable cause);

    /** The broker has not confirmed a message, which may still arrive. Returns the message's failure. */
    DestinationUnavailable unconfirmed(AddressedMessage message, Throwable cause);
}
