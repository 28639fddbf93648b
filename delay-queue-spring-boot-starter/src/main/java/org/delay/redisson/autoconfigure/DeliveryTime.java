package org.delay.redisson.autoconfigure;

import org.delay.redisson.DurationText;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.startup.CannotStartException;

/** How long a delivery to a broker may take. */
final class DeliveryTime {

    private DeliveryTime() {}

    /**
     * A delivery that the broker does not confirm takes up to a lease; cut short, it could never say what the broker had to say.
     *
     * @throws CannotStartException if deliveries would be interrupted earlier
     */
    static void require(String broker, DispatchSettings settings) {
        if (settings.maxProcessingTime().compareTo(settings.lease()) < 0) {
            throw new CannotStartException(
                    "Deliveries to " + broker + " would be interrupted too early:"
                            + " 'delay.redisson.max-processing-time' is "
                            + DurationText.of(settings.maxProcessingTime())
                            + ", and 'delay.redisson.lease' is " + DurationText.of(settings.lease()) + ".",
                    "Set 'delay.redisson.max-processing-time' to at least 'delay.redisson.lease', or shorten the lease.");
        }
    }
}
