package org.delay.redisson.sample;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Durations of the sample, short enough to watch.
 *
 * @param timeToPay after which an unpaid order is cancelled, unless the customer asks for more time
 * @param reminderPause how long a customer must be inactive before a reminder
 * @param packing from the payment to the first call to the carrier
 * @param billing from the payment to the invoice
 * @param carrierPause before the carrier is called again
 * @param busyCalls how many calls for each order the carrier refuses
 * @param story whether to place some orders at the start
 * @param keepRunning whether to keep running after the story
 */
@ConfigurationProperties("sample")
record SampleProperties(
        @DefaultValue("45s") Duration timeToPay,
        @DefaultValue("3s") Duration reminderPause,
        @DefaultValue("1s") Duration packing,
        @DefaultValue("1s") Duration billing,
        @DefaultValue("1500ms") Duration carrierPause,
        @DefaultValue("2") int busyCalls,
        @DefaultValue("true") boolean story,
        @DefaultValue("true") boolean keepRunning) {}
