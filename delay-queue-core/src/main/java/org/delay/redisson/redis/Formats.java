package org.delay.redisson.redis;

/**
 * The formats that a version of this library knows.
 *
 * @param message the newest format of a stored message that it reads, and the one that it writes
 * @param oldestStorage the oldest storage format that it works in
 * @param storage the newest storage format that it works in, and that of services that it creates. It covers the keys of a
 *     service, their types and their entries
 */
record Formats(int message, int oldestStorage, int storage) {

    static final Formats CURRENT = new Formats(1, 1, 1);

    boolean canUse(int storageFormat) {
        return storageFormat >= oldestStorage && storageFormat <= storage;
    }
}
