package org.delay.redisson.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Offered;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which topics are left to other instances before they are deferred. */
class HandoffOffersTest {

    private static final Deferred STOPPED =
            new Deferred(() -> DeferralReason.CONCURRENCY_LIMIT, Duration.ofSeconds(1), Duration.ZERO);

    private final ManualTicker ticker = new ManualTicker();
    private final ShardSchedule schedule = Schedules.alone(ticker);
    private final HandoffOffers offers = new HandoffOffers(schedule.ownership(), ticker);

    @BeforeEach
    void others() {
        schedule.update(Neighbours.andMe(Neighbours.behind(2)));
    }

    @Test
    void aTopicThatIsNotToBeOfferedIsDeferredAtOnceAndTakesNoPlace() {
        IntStream.range(0, HandoffOffers.MAX_TOPICS)
                .forEach(i -> assertThat(offers.offer(0, "at once " + i, STOPPED, Duration.ZERO))
                        .isEqualTo(STOPPED));

        assertThat(offers.offer(0, "offered", STOPPED, Duration.ofMillis(150))).isInstanceOf(Offered.class);
    }
}
