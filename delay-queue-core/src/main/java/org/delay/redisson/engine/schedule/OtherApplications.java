package org.delay.redisson.engine.schedule;

import java.util.Collection;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.InstanceOperations.Instance;

/**
 * Warns of instances that should not dispatch the same service: of another application, or with other routes. Once of each kind. For
 * one thread.
 */
@Slf4j
final class OtherApplications {

    private final RoutesMark self;
    private boolean warnedOfNames;
    private boolean warnedOfRoutes;

    /** @param application the name in this instance's heartbeats */
    OtherApplications(String application) {
        this.self = RoutesMark.read(application);
    }

    void check(Collection<Instance> alive) {
        for (Instance instance : alive) {
            RoutesMark other = RoutesMark.read(instance.application());
            if (!self.application().isEmpty() && !other.application().isEmpty()) {
                checkName(other);
                checkRoutes(other);
            }
        }
    }

    private void checkName(RoutesMark other) {
        if (!warnedOfNames && !other.application().equals(self.application())) {
            warnedOfNames = true;
            log.warn(
                    "Applications '{}' and '{}' dispatch the same service, so they take each other's"
                            + " messages. Set a different 'delay.redisson.register-service' in each of them",
                    self.application(),
                    other.application());
        }
    }

    private void checkRoutes(RoutesMark other) {
        if (!warnedOfRoutes && !other.routes().equals(self.routes())) {
            warnedOfRoutes = true;
            log.warn(
                    "An instance of application '{}' has different routes, so messages of one topic may go to different"
                            + " destinations. During a rollout that changes routes, this is temporary. Otherwise, give all"
                            + " instances of the service the same 'delay.redisson.routes'",
                    other.application());
        }
    }
}
