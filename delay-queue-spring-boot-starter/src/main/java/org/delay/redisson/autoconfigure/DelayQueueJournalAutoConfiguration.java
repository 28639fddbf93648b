package org.delay.redisson.autoconfigure;

import javax.sql.DataSource;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.journal.ChosenTopics;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.Journal;
import org.delay.redisson.journal.JournalDatabase;
import org.delay.redisson.journal.JournalSettings;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.TopicReadings;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Records messages in a database before they are sent to Redis, where {@code delay.redisson.journal.enabled} is true. The
 * database and its transaction manager are the only ones, or those with {@link ForDelayQueue}.
 */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({Journal.class, JdbcTemplate.class})
@ConditionalOnFlag("delay.redisson.enable")
@EnableConfigurationProperties(DelayQueueJournalProperties.class)
public final class DelayQueueJournalAutoConfiguration {

    /** What is there only with the journal. The properties are bound in any case, so that a wrong name is found. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnFlag(JournalCheck.ENABLED)
    @ImportRuntimeHints(JournalRuntimeHints.class)
    static class Enabled {

        @Bean
        @Lazy
        @ConditionalOnMissingBean
        JournalStore delayQueueJournalStore(
                @ForDelayQueue ObjectProvider<DataSource> marked,
                ObjectProvider<DataSource> all,
                DelayQueueJournalProperties properties,
                RedissonDelayProperties queue) {
            return new JournalTables(properties, queue.service()).in(database(marked, all));
        }

        @Bean
        static JournalDecorator delayQueueJournalDecorator(
                ObjectProvider<JournalStore> stores,
                @ForDelayQueue ObjectProvider<DataSource> marked,
                ObjectProvider<DataSource> all,
                @ForDelayQueue ObjectProvider<PlatformTransactionManager> markedManagers,
                ObjectProvider<PlatformTransactionManager> managers,
                DelayQueueJournalProperties properties,
                RedissonDelayProperties queue) {
            return new JournalDecorator(
                    () -> new JournalDatabase(
                            stores.getObject(), database(marked, all), manager(markedManagers, managers)),
                    new JournalSettings(
                            properties.history(),
                            properties.deliveryCheck(),
                            properties.restore(),
                            properties.otherTransactions(),
                            ChosenTopics.of(properties.topics()),
                            properties.whenDown(),
                            CoreSettings.limits(queue)),
                    queue.registerService());
        }

        @Bean
        JournalLifecycle delayQueueJournalLifecycle(
                JournalDecorator decorator,
                ObjectProvider<DelayQueueMessage> queues,
                ObjectProvider<LifecycleProperties> shutdown) {
            return new JournalLifecycle(
                    decorator,
                    queues,
                    DispatchConfiguration.stopWithin(shutdown.getIfAvailable(LifecycleProperties::new)));
        }

        @Bean
        @ConditionalOnMissingBean
        DelayQueueJournal delayQueueJournal(DelayQueueMessage queue, JournalDecorator decorator) {
            return decorator.journal().operations();
        }

        @Bean
        @ConditionalOnMissingBean
        JournalOperations delayQueueJournalOperations(DelayQueueJournal journal, TopicReadings readings) {
            return new JournalOperations(journal, readings);
        }

        /** As transactions know it: they bind the connection to what is behind such a proxy. */
        private static DataSource database(ObjectProvider<DataSource> marked, ObjectProvider<DataSource> all) {
            DataSource database = present(Candidates.one(marked, all), "DataSource");
            while (database instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
                database = ((DelegatingDataSource) proxy).getTargetDataSource();
            }
            return present(database, "DataSource");
        }

        private static PlatformTransactionManager manager(
                ObjectProvider<PlatformTransactionManager> marked, ObjectProvider<PlatformTransactionManager> all) {
            return present(Candidates.one(marked, all), "PlatformTransactionManager");
        }

        private static <T> T present(@Nullable T bean, String kind) {
            if (bean == null) {
                throw new CannotStartException(
                        "'" + JournalCheck.ENABLED + "' is true, but there is no " + kind + ".",
                        "Add spring-boot-starter-jdbc and the settings of a database, or set the property to false.");
            }
            return bean;
        }
    }
}
