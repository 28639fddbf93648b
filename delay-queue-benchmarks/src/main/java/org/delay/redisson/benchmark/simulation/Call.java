package org.delay.redisson.benchmark.simulation;

/** What instances and senders ask of Redis. */
enum Call {
    /** One message is stored. */
    SEND("send"),
    /** A wake-up, published by a send or a stop. */
    SIGNAL("wake-up"),
    POLL("poll"),
    /** A claim, by its messages. */
    CLAIM("claim"),
    /** An ack, by its messages. */
    ACK("ack"),
    /** A heartbeat, by the instances that it is answered with. */
    HEARTBEAT("heartbeat"),
    /** The number of shards is read. */
    DISCOVERY("shard count");

    private final String text;

    Call(String text) {
        this.text = text;
    }

    /** For readers. */
    String text() {
        return text;
    }
}
