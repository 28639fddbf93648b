package org.delay.redisson.kafka;

/** The Kafka client exceeded its own time-outs, so nobody knows what it will still do with the record. */
final class NoResponse extends IllegalStateException {

    NoResponse() {
        super("The Kafka client did not report an outcome");
    }
}
