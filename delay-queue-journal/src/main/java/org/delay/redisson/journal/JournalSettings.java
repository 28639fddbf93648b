package org.delay.redisson.journal;

import org.delay.redisson.Limits;

/**
 * Settings of a journal. Immutable.
 *
 * @param history what is kept of the history of messages
 * @param deliveryCheck what happens to claimed messages before their delivery
 * @param restore what happens by itself when Redis has lost messages
 * @param otherTransactions what a send does inside a transaction that the journal can't join
 * @param topics whose messages are recorded; others go to Redis only
 * @param whenDown what a send outside of transactions does while the database does not answer
 * @param limits those of the queue
 */
public record JournalSettings(
        HistoryMode history,
        DeliveryCheckMode deliveryCheck,
        RestoreMode restore,
        OtherTransactions otherTransactions,
        ChosenTopics topics,
        WhenDown whenDown,
        Limits limits) {

    /** The defaults. */
    public static final JournalSettings DEFAULTS = new JournalSettings(
            HistoryMode.OUTCOMES,
            DeliveryCheckMode.DELIVER,
            RestoreMode.PARTIAL,
            OtherTransactions.FAIL,
            ChosenTopics.ALL,
            WhenDown.REFUSE,
            Limits.DEFAULTS);

    /** As these, with another history. */
    public JournalSettings withHistory(HistoryMode history) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, with another check before deliveries. */
    public JournalSettings withDeliveryCheck(DeliveryCheckMode deliveryCheck) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, with another reaction to a loss of Redis. */
    public JournalSettings withRestore(RestoreMode restore) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, with another treatment of other transactions. */
    public JournalSettings withOtherTransactions(OtherTransactions otherTransactions) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, for other topics. */
    public JournalSettings withTopics(ChosenTopics topics) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, with another behaviour while the database does not answer. */
    public JournalSettings withWhenDown(WhenDown whenDown) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }

    /** As these, with other limits. */
    public JournalSettings withLimits(Limits limits) {
        return new JournalSettings(history, deliveryCheck, restore, otherTransactions, topics, whenDown, limits);
    }
}
