package org.delay.redisson.rabbit;

import org.delay.redisson.DestinationUnavailable;
import org.jspecify.annotations.Nullable;

/** For routes that depend only on the topic. A refused address holds its topic, which the engine remembers, so nothing is remembered here. */
final class TopicAddresses implements Addresses {

    @Override
    public @Nullable DestinationUnavailable unavailable(AddressedMessage message) {
        return null;
    }

    @Override
    public void suspected(AddressedMessage message) {}

    @Override
    public void answered(AddressedMessage message) {}

    @Override
    public void accepted(AddressedMessage message) {}

    @Override
    public void undecided(AddressedMessage message) {}

    @Override
    public DestinationUnavailable keyRefused(AddressedMessage message, String reason, @Nullable Throwable cause) {
        return DestinationUnavailable.ofTopic(reason, false, cause);
    }

    @Override
    public DestinationUnavailable exchangeRefused(AddressedMessage message, String reason, Throwable cause) {
        return DestinationUnavailable.ofTopic(reason, false, cause);
    }

    @Override
    public DestinationUnavailable unconfirmed(AddressedMessage message, Throwable cause) {
        return DestinationUnavailable.ofTopic(AmqpFailures.unconfirmed(message), true, cause);
    }
}
