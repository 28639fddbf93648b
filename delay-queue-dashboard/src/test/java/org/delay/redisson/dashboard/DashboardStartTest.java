package org.delay.redisson.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.delay.redisson.dashboard.Shop.Security;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a misconfigured application says instead of starting. */
@ExtendWith(OutputCaptureExtension.class)
class DashboardStartTest {

    private static DelayQueueDashboardProperties roles(
            @Nullable Set<String> view, @Nullable Set<String> operate, @Nullable Set<String> values) {
        return new DelayQueueDashboardProperties(true, "/delay-queue", view, operate, values);
    }

    @Test
    void theApplicationSaysWhatToWrite(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.start(
                        Security.NONE,
                        "delay.redisson.dashboard.view-roles=",
                        "delay.redisson.dashboard.values-roles="))
                .isInstanceOf(Exception.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "The dashboard is on, but these properties are not set: 'delay.redisson.dashboard.view-roles',"
                                + " 'delay.redisson.dashboard.values-roles'.")
                .contains("delay.redisson.dashboard.operate-roles=OPERATOR");
    }

    @Test
    void noRoleHasADefault() {
        Set<String> ops = Set.of("OPS");

        assertThatThrownBy(() -> DashboardRules.of(roles(null, ops, ops))).hasMessageContaining("view-roles'.");
        assertThatThrownBy(() -> DashboardRules.of(roles(ops, null, ops))).hasMessageContaining("operate-roles'.");
        assertThatThrownBy(() -> DashboardRules.of(roles(ops, ops, null))).hasMessageContaining("values-roles'.");
    }

    @Test
    void anyoneMayOnlySee() {
        Set<String> ops = Set.of("OPS");
        Set<String> anyone = Set.of("anyone");

        assertThatThrownBy(() -> DashboardRules.of(roles(ops, anyone, ops)))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("'delay.redisson.dashboard.operate-roles' has 'anyone'");
        assertThatThrownBy(() -> DashboardRules.of(roles(ops, ops, anyone)))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("'delay.redisson.dashboard.values-roles' has 'anyone'");
    }

    @Test
    void nobodyStandsAlone() {
        assertThatThrownBy(() -> DashboardRules.of(roles(Set.of("OPS"), Set.of("nobody", "OPS"), Set.of("nobody"))))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("has 'nobody' and the roles [OPS]");
    }

    @Test
    void aPathIsChecked() {
        Set<String> ops = Set.of("OPS");
        for (String path : new String[] {"", "/", "queue", "/queue/", "/a b", "/{a}", "/**", "//a"}) {
            assertThatThrownBy(() -> DashboardRules.of(new DelayQueueDashboardProperties(true, path, ops, ops, ops)))
                    .as(path)
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContaining("is not a path for the dashboard");
        }
    }

    @Test
    void itIsOffUnlessAskedForAndWarnsOfAnyone(CapturedOutput output) {
        try (Shop shop = Shop.start(Security.NONE, "delay.redisson.dashboard.enabled=false")) {
            assertThat(new Visitor(shop.address()).get("").statusCode()).isEqualTo(404);
        }
        try (Shop shop = Shop.start(Security.NONE, "delay.redisson.dashboard.view-roles=anyone")) {
            assertThat(new Visitor(shop.address()).get("").statusCode()).isEqualTo(200);
        }
        assertThat(output).containsOnlyOnce("Anyone who can reach /delay-queue sees the dashboard");
    }
}
