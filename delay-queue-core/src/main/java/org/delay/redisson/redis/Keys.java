package org.delay.redisson.redis;

/**
 * The names of a service's keys. All keys of a shard have one hash tag, so that a script can use them together in a
 * Cluster.
 */
record Keys(String prefix, String service) {

    String layout() {
        return prefix + ":" + service + ":layout";
    }

    String instances() {
        return prefix + ":" + service + ":instances";
    }

    String channel() {
        return prefix + ":" + service + ":wake-up";
    }

    /** The topics of the service that are paused. */
    String paused() {
        return prefix + ":" + service + ":paused";
    }

    /** The topics that a shard gives nothing of. */
    String paused(int shard) {
        return shard(shard) + "paused";
    }

    String wake(int shard) {
        return shard(shard) + "wake";
    }

    String meta(int shard) {
        return shard(shard) + "meta";
    }

    String claim(int shard, String claimer) {
        return shard(shard) + "claim:" + claimer;
    }

    String due(int shard, String topic) {
        return shard(shard) + "due:" + topic;
    }

    String leased(int shard, String topic) {
        return shard(shard) + "leased:" + topic;
    }

    String held(int shard, String topic) {
        return shard(shard) + "held:" + topic;
    }

    String body(int shard, String topic) {
        return shard(shard) + "body:" + topic;
    }

    String dead(int shard, String topic) {
        return shard(shard) + "dead:" + topic;
    }

    String deadBody(int shard, String topic) {
        return shard(shard) + "dead-body:" + topic;
    }

    private String shard(int shard) {
        return prefix + ":{" + service + ":" + shard + "}:";
    }
}
