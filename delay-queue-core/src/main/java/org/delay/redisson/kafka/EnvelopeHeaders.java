package org.delay.redisson.kafka;

/** Which headers a record of a {@link KafkaEnvelope} has. */
enum EnvelopeHeaders {
    /** Those of the envelope. */
    OWN,
    /** Behind them, those of the delivery of its message. */
    AND_OF_DELIVERY
}
