package org.delay.redisson.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PostPersist;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A business whose transactions are those of JPA. */
class JpaTest extends JournalFixture {

    private HikariDataSource database;
    private EntityManager entities;
    private JpaTransactionManager manager;
    private Journal journal;
    private RedissonDelayQueue bare;

    /** What a business stores. */
    @Entity(name = "business")
    static class Business {

        static Runnable stored = () -> {};

        @Id
        @Nullable
        String id;

        @PostPersist
        void stored() {
            stored.run();
        }
    }

    @BeforeEach
    void open() {
        database = database(Databases.H2, 6);
        new JdbcTemplate(database).execute("create table business (id varchar(10) primary key)");
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(database);
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setManagedTypes(PersistenceManagedTypes.of(Business.class.getName()));
        factory.setJpaPropertyMap(Map.of("hibernate.boot.allow_jdbc_metadata_access", true));
        factory.afterPropertiesSet();
        closed(factory::destroy);
        EntityManagerFactory opened = factory.getObject();
        entities = SharedEntityManagerCreator.createSharedEntityManager(opened);
        manager = new JpaTransactionManager(opened);
        bare = redisQueue();
        journal = closed(Journal.around(
                bare,
                () -> new JournalDatabase(
                        JdbcJournalStore.builder(database).service(service).build(), database, manager),
                JournalSettings.DEFAULTS));
        journal.start();
        var unused = bare.revisions().orElseThrow().prepare(message("any", LATER));
    }

    private Receipt send(String id) {
        return new DelayQueueMessageProducer(journal.queue()).sendMessage(message(id, LATER));
    }

    private void persist(String id) {
        Business business = new Business();
        business.id = id;
        entities.persist(business);
    }

    private void inTransaction(Consumer<TransactionTemplate> setting, Runnable work) {
        TransactionTemplate template = new TransactionTemplate(manager);
        setting.accept(template);
        template.executeWithoutResult(status -> work.run());
    }

    private List<String> stored() {
        return new JdbcTemplate(database).queryForList("select id from business", String.class);
    }

    private boolean isInRedis(String id) {
        return bare.find(TOPIC, id).isPresent();
    }

    @Test
    void sendsAreAtomicWithEntities() {
        inTransaction(template -> {}, () -> {
            persist("yes");
            assertThat(send("yes").outcome()).isEqualTo(Outcome.RECORDED);
            assertThat(isInRedis("yes")).isFalse();
        });
        assertThatThrownBy(() -> inTransaction(template -> {}, () -> {
                    persist("no");
                    assertThat(send("no").outcome()).isEqualTo(Outcome.RECORDED);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        // The commit fails, as it writes what was persisted: there is one already.
        assertThatThrownBy(() -> inTransaction(template -> {}, () -> {
                    persist("yes");
                    assertThat(send("failed").outcome()).isEqualTo(Outcome.RECORDED);
                }))
                .isInstanceOf(RuntimeException.class);

        awaitInRedis("yes");
        assertThat(stored()).containsExactly("yes");
        assertThat(List.of("no", "failed")).noneMatch(this::isInRedis);
        assertThat(List.of("no", "failed"))
                .allMatch(id -> journal.operations().find(TOPIC, id).isEmpty());
        assertThat(send("outside").outcome()).isEqualTo(Outcome.SCHEDULED);
    }

    @Test
    void theInnerOfTwoTransactionsCounts() {
        assertThatThrownBy(() -> inTransaction(template -> {}, () -> {
                    persist("outer");
                    send("outer");
                    inTransaction(
                            template -> template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW),
                            () -> {
                                persist("inner");
                                send("inner");
                            });
                    awaitInRedis("inner");
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");

        assertThat(stored()).containsExactly("inner");
        assertThat(journal.operations().find(TOPIC, "outer")).isEmpty();
    }

    /** As the page about the journal says. */
    @Test
    void aSendWhileTheCommitFlushesIsMadeAtOnce() {
        List<Outcome> outcomes = new ArrayList<>();
        Business.stored = () -> outcomes.add(send("listener-" + outcomes.size()).outcome());
        try {
            inTransaction(template -> {}, () -> {
                persist("early");
                entities.flush();
            });
            inTransaction(template -> {}, () -> persist("late"));
        } finally {
            Business.stored = () -> {};
        }

        assertThat(outcomes).containsExactly(Outcome.RECORDED, Outcome.SCHEDULED);
        awaitInRedis("listener-0");
    }

    @Test
    void aReadOnlyTransactionRefusesASend() {
        assertThatThrownBy(() -> inTransaction(template -> template.setReadOnly(true), () -> send("no")))
                .isInstanceOf(IllegalStateException.class);
        assertThat(isInRedis("no")).isFalse();
    }

    private void awaitInRedis(String id) {
        await().atMost(Duration.ofMinutes(2)).until(() -> isInRedis(id));
    }
}
