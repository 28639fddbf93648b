package org.delay.redisson.redis;

/** How a service is stored. */
record ServiceStorage(Keys keys, WakeUpNames wakeUps, Formats formats) {

    /** Throws unless this version can work in a storage format; nothing has been done then. */
    void checkFormat(int format) {
        if (formats.canUse(format)) {
            return;
        }
        throw format > formats.storage() ? newer("storage format " + format) : older(format);
    }

    /** The failure of a call to a service, or a shard, whose format is newer than this version. */
    RedisFailure newer(String format) {
        return RedisFailure.unsupportedFormat("Service " + keys.service() + " is stored in " + format
                + ", and this version reads only formats up to " + formats.storage()
                + ". No message is lost. Update delay-queue in this application");
    }

    private RedisFailure older(int format) {
        String stored = format == ShardMap.NO_FORMAT ? "without a storage format" : "in storage format " + format;
        return RedisFailure.unsupportedFormat("Service " + keys.service() + " is stored " + stored
                + ", which this version can't read (it reads "
                + formats.oldestStorage() + " to " + formats.storage()
                + "). No message is lost. Use the version of delay-queue that wrote " + keys.ofService("shards")
                + ", or choose another 'delay.redisson.register-service'");
    }
}
