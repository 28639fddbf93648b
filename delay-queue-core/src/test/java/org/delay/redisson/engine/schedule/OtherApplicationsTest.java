package org.delay.redisson.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.delay.redisson.Checks;
import org.delay.redisson.InstanceOperations.Instance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OtherApplicationsTest {

    private static final Map<String, String> ROUTES = Map.of("[mail-*]", "kafka", "order", "rabbit");

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(OtherApplications.class);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private static Instance instance(RoutesMark mark) {
        return new Instance("one", mark.text(), 1, Duration.ZERO, Duration.ofSeconds(3));
    }

    private void check(RoutesMark self, RoutesMark... others) {
        OtherApplications applications = new OtherApplications(self.text());
        for (int i = 0; i < 3; i++) {
            applications.check(List.of(others).stream()
                    .map(OtherApplicationsTest::instance)
                    .toList());
        }
    }

    private List<String> warnings() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void theSameRoutesAreNoReasonToWarn() {
        check(
                RoutesMark.of("shop", ROUTES),
                RoutesMark.of("shop", Map.of("order", "rabbit", "[mail-*]", "kafka")),
                RoutesMark.of("", Map.of()));
        check(RoutesMark.of("shop", Map.of()), RoutesMark.of("shop", Map.of()));

        assertThat(warnings()).isEmpty();
    }

    @Test
    void otherRoutesAreWarnedOfOnce() {
        check(
                RoutesMark.of("shop", ROUTES),
                RoutesMark.of("shop", Map.of("order", "kafka")),
                RoutesMark.of("shop", Map.of()));

        assertThat(warnings())
                .containsExactly(
                        "An instance of application 'shop' has different routes, so messages of one topic may go to"
                                + " different destinations. During a rollout that changes routes, this is temporary. Otherwise, give"
                                + " all instances of the service the same 'delay.redisson.routes'");
    }

    @Test
    void noneAreOtherOnesThanSome() {
        check(RoutesMark.of("shop", Map.of()), RoutesMark.of("shop", ROUTES));

        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("An instance of application 'shop' has different routes");
    }

    @Test
    void otherApplicationsAreNamedWithoutTheirRoutes() {
        check(RoutesMark.of("shop", ROUTES), RoutesMark.of("billing", ROUTES));

        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("Applications 'shop' and 'billing' dispatch the same service");
    }

    @Test
    void aLongNameLeavesRoomForTheMark() {
        RoutesMark mark = RoutesMark.of("x".repeat(Checks.MAX_APPLICATION_LENGTH), ROUTES);

        assertThat(Checks.application(mark.text())).endsWith(")");
        assertThat(RoutesMark.read(mark.text())).isEqualTo(mark);
    }
}
