package org.delay.redisson.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The repeating job, and the topics of tenants. */
@SpringBootTest(
        classes = RecipesTest.Application.class,
        properties = {"delay.redisson.routes[reminder-*]=tenantReminders", "delay.redisson.retry.delay=1s"})
@AutoConfigureDelayQueueTest
class RecipesTest {

    private static final Duration DAY = Duration.ofDays(1);

    @Autowired
    private NightlyReport job;

    @Autowired
    private Reports reports;

    @Autowired
    private Mailer mailer;

    @Autowired
    private DelayQueueMessage queue;

    @Autowired
    private DelayQueueTester delays;

    @BeforeEach
    @AfterEach
    void forget() {
        delays.reset();
        reports.written().clear();
        reports.fail(false);
        mailer.reminded().clear();
        becomeNoon();
    }

    /** Whatever the time of day is: the next run is twelve hours away. */
    private void becomeNoon() {
        Instant now = delays.clock().instant();
        Instant noon = now.truncatedTo(ChronoUnit.DAYS).plus(DAY).plus(DAY.dividedBy(2));
        delays.advance(Duration.between(now, noon));
    }

    private long scheduled() {
        return queue.counts("nightly-report").due();
    }

    @Test
    void theJobRunsOncePerPeriodHoweverManyInstancesStartIt() {
        job.start();
        job.start();
        assertThat(scheduled()).isOne();

        delays.advance(DAY.multipliedBy(5));

        assertThat(reports.written()).hasSize(5).doesNotHaveDuplicates();
        assertThat(scheduled()).isOne();
    }

    /** A process that dies after the send, or an ack that is lost: the run is delivered again. */
    @Test
    void aRunThatIsDeliveredTwiceMakesNoSecondChain() {
        job.start();
        Instant first = queue.list("nightly-report", State.DUE, null, 1)
                .messages()
                .get(0)
                .at();
        delays.advance(DAY);
        job.run(new NightlyReport.Run(first));

        assertThat(scheduled()).isOne();
        delays.advance(DAY.multipliedBy(2));
        job.run(new NightlyReport.Run(first));
        assertThat(scheduled()).isOne();
    }

    @Test
    void aRunThatFailsForGoodDoesNotEndTheJob() {
        job.start();
        reports.fail(true);
        delays.advance(DAY);
        delays.advance(Duration.ofHours(4));
        assertThat(queue.counts("nightly-report").dead()).isOne();
        assertThat(scheduled()).isOne();

        reports.fail(false);
        delays.advance(DAY);
        assertThat(reports.written()).hasSize(1);

        String dead = queue.list("nightly-report", State.DEAD, null, 1)
                .messages()
                .get(0)
                .message()
                .id();
        queue.redrive("nightly-report", dead);
        delays.advance(Duration.ZERO);
        assertThat(reports.written()).hasSize(2).contains(Instant.parse(dead));
        assertThat(scheduled()).isOne();
    }

    @Test
    void afterAPauseOfDaysTheJobGoesOnWithoutTheMissedRuns() {
        job.start();
        queue.pause("nightly-report");
        delays.advance(DAY.multipliedBy(4));
        queue.resume("nightly-report");
        delays.advance(Duration.ZERO);

        assertThat(reports.written()).hasSize(1);
        delays.advance(DAY);
        assertThat(reports.written()).hasSize(2);
        assertThat(scheduled()).isOne();
    }

    @Test
    void eachTenantHasATopicAndCanBePausedAlone() {
        mailer.remindLater("acme", "ann");
        mailer.remindLater("umbrella", "bob");
        queue.pause("reminder-umbrella");
        delays.advance(Duration.ofHours(2));
        assertThat(mailer.reminded()).containsExactly("acme: ann");

        queue.resume("reminder-umbrella");
        delays.advance(Duration.ZERO);
        assertThat(mailer.reminded()).containsExactly("acme: ann", "umbrella: bob");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Reports reports() {
            return new Reports();
        }

        @Bean
        Clock clock(DelayQueueTester tester) {
            return tester.clock();
        }

        @Bean
        NightlyReport nightlyReport(DelayQueueMessageProducer producer, Reports reports, Clock clock) {
            return new NightlyReport(producer, reports, clock);
        }

        @Bean
        Mailer mailer(DelayQueueMessageProducer producer) {
            return new Mailer(producer);
        }

        @Bean
        TenantReminders tenantReminders(Mailer mailer) {
            return new TenantReminders(mailer);
        }
    }
}
