package org.delay.redisson.benchmark.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.delay.redisson.benchmark.contender.Parcel;
import org.junit.jupiter.api.Test;

class LatenessRecorderTest {

    private final LatenessRecorder recorder = new LatenessRecorder();

    @Test
    void latenessIsCountedFromTheDueTime() {
        Parcel parcel = Parcel.of(1, Instant.now().minusSeconds(100), 0);
        recorder.expect(parcel);
        recorder.received(parcel.body());
        assertThat(recorder.millisAt(50)).isBetween(100_000.0, 160_000.0);
        assertThat(recorder.early()).isZero();
    }

    @Test
    void whatComesBeforeItsDueTimeIsEarly() {
        Parcel parcel = Parcel.of(1, Instant.now().plusSeconds(100), 0);
        recorder.expect(parcel);
        recorder.received(parcel.body());
        assertThat(recorder.early()).isEqualTo(1);
    }

    @Test
    void whatHasNotComeIsLateUntilTheEnd() throws InterruptedException {
        recorder.expect(Parcel.of(1, Instant.now().minusSeconds(100), 0));
        recorder.await(Duration.ofSeconds(90));
        assertThat(recorder.missing()).isEqualTo(1);
        assertThat(recorder.millisAt(100)).isBetween(89_000.0, 91_000.0);
    }

    @Test
    void whatComesTwiceCountsOnce() throws InterruptedException {
        Parcel first = Parcel.of(1, Instant.now().minusSeconds(100), 0);
        recorder.expect(first);
        recorder.received(first.body());
        recorder.received(first.body());
        recorder.await(Duration.ZERO);
        assertThat(recorder.missing()).isZero();
    }
}
