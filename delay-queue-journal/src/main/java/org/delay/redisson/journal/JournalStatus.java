package org.delay.redisson.journal;

import java.time.Duration;

/**
 * What this instance has seen of the journal since it started.
 *
 * @param dropped messages that Redis gave out although they had ended or changed, and that were not delivered
 * @param unasked messages that were delivered without asking the database, because it did not answer
 * @param unknown messages that were delivered although the journal has no row of them
 * @param ahead messages of a newer revision than the database's: it was set back
 * @param unrecorded ends that are not recorded yet
 * @param forgotten ends that could not be kept until the database answered. The audit or a restore would deliver their messages again
 * @param losses losses of Redis that this instance noticed, each in one shard
 * @param restored messages that Redis had lost and that this instance sent to it again
 * @param audited overdue messages that this instance looked up in Redis
 * @param absent audited messages that Redis did not have, and that were sent to it again
 * @param held messages that were not delivered for now because the database did not answer ({@link DeliveryCheckMode})
 * @param waitingShards shards of Redis that have lost messages, where nothing is restored until a person decides
 * @param auditStopped whether the audit of the service has stopped until a person decides
 * @param relays changes that this instance has told to Redis after the transaction that made them
 * @param relayTime from the end of those transactions until Redis had taken the changes, added up
 * @param bypassed messages that this instance has sent without recording them ({@link WhenDown})
 */
public record JournalStatus(
        long dropped,
        long unasked,
        long unknown,
        long ahead,
        int unrecorded,
        int forgotten,
        long losses,
        long restored,
        long audited,
        long absent,
        long held,
        int waitingShards,
        boolean auditStopped,
        long relays,
        Duration relayTime,
        long bypassed) {}
