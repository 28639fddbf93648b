package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.delay.redisson.journal.ChosenTopics;
import org.delay.redisson.journal.DeliveryCheckMode;
import org.delay.redisson.journal.HistoryMode;
import org.delay.redisson.journal.OtherTransactions;
import org.delay.redisson.journal.RestoreMode;
import org.delay.redisson.journal.WhenDown;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * Settings of the journal.
 *
 * @param enabled Whether to record every message in a database before it is sent to Redis. Needs delay-queue-journal, a
 *     DataSource and a transaction manager. All applications of a service must have the same value.
 * @param topics Topics whose messages are recorded. A topic, or a prefix with "*". Messages of other topics go to Redis only.
 * @param history What to keep of the history of messages: nothing, how they ended and what is unusual, or all changes.
 * @param retention Time for which ended messages and their history are kept. Plain numbers are days. 1m to 36525d.
 * @param deliveryCheck What to do with claimed messages if the database does not say whether they have ended or changed:
 *     deliver them, or hold them until it answers. Or never ask it.
 * @param restore What to send again automatically when Redis has lost messages: what an otherwise intact Redis took last,
 *     also everything if it is empty, or nothing.
 * @param otherTransactions What a send does inside a transaction that the journal can't join, because it is read-only or of
 *     another DataSource: fail, or use a transaction of its own.
 * @param whenDown What a send outside of transactions does while the database does not answer: throw an exception, or send
 *     to Redis unrecorded. A send in a transaction always throws.
 * @param tablePrefix Prefix of the names of the tables. 1 to 30 letters, digits and underscores.
 * @param initializeSchema When to create missing tables at the start. An application that may not create them does not start
 *     without them.
 */
@ConfigurationProperties("delay.redisson.journal")
public record DelayQueueJournalProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("*") Set<String> topics,
        @DefaultValue("outcomes") HistoryMode history,
        @DefaultValue("7d") @DurationUnit(ChronoUnit.DAYS) Duration retention,
        @DefaultValue("deliver") DeliveryCheckMode deliveryCheck,
        @DefaultValue("partial") RestoreMode restore,
        @DefaultValue("fail") OtherTransactions otherTransactions,
        @DefaultValue("refuse") WhenDown whenDown,
        @DefaultValue("delay_") String tablePrefix,
        @DefaultValue("embedded") JournalSchemaMode initializeSchema)
        implements Validator {

    @Override
    public boolean supports(Class<?> type) {
        return type == DelayQueueJournalProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        PropertyRules rules = new PropertyRules(errors);
        DelayQueueJournalProperties properties = (DelayQueueJournalProperties) target;
        boolean unused = rules.check("topics", properties.topics, ChosenTopics::of);
        unused = rules.check("tablePrefix", properties.tablePrefix, JournalSchema::checkPrefix);
        rules.between("retention", properties.retention, Duration.ofMinutes(1), Duration.ofDays(36_525));
    }
}
