package org.delay.redisson.redis;

/** What the sends of one script call have in common. */
record SendLane(int epoch, int shard, String topic, boolean isNew, boolean onlyIfPresent) {

    static SendLane of(PendingSend send, int epoch) {
        return new SendLane(epoch, send.shard(), send.message().topic(), send.isNew(), send.onlyIfPresent());
    }
}
