package org.delay.redisson.dashboard;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.Audience;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;

/**
 * Turns the properties into rules. No role has a default, because the module can't know one that is safe: in a shop, every
 * customer is signed in.
 */
@Slf4j
final class DashboardRules {

    private static final String PREFIX = "delay.redisson.dashboard.";
    private static final String ANYONE = "anyone";
    private static final String NOBODY = "nobody";
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

    private DashboardRules() {}

    /** @throws CannotStartException if a property is missing or wrong */
    static AccessRules of(DelayQueueDashboardProperties properties) {
        requireAll(properties);
        checkPath(properties.path());
        Audience values = audience("values-roles", properties.valuesRoles());
        Audience operate = audience("operate-roles", properties.operateRoles());
        if (given(properties.viewRoles()).contains(ANYONE)) {
            log.warn(
                    "Anyone who can reach {} sees the dashboard, even without a login, because"
                            + " 'delay.redisson.dashboard.view-roles' has 'anyone'. Messages are masked, and nothing can be"
                            + " changed without a role of 'operate-roles'",
                    properties.path());
            return new AccessRules(Audience.EVERYBODY, values, operate);
        }
        Audience view = audience("view-roles", properties.viewRoles());
        return new AccessRules(
                caller -> view.includes(caller) || operate.includes(caller) || values.includes(caller),
                values,
                operate);
    }

    private static void requireAll(DelayQueueDashboardProperties properties) {
        Map<String, @Nullable Set<String>> roles = new LinkedHashMap<>();
        roles.put("view-roles", properties.viewRoles());
        roles.put("operate-roles", properties.operateRoles());
        roles.put("values-roles", properties.valuesRoles());
        List<String> missing = roles.entrySet().stream()
                .filter(each -> given(each.getValue()).isEmpty())
                .map(each -> "'" + PREFIX + each.getKey() + "'")
                .toList();
        if (!missing.isEmpty()) {
            throw new CannotStartException(
                    "The dashboard is on, but these properties are not set: " + String.join(", ", missing) + ".", """
                    Say who may see the dashboard, who may change messages, and who may read them. For example, with the role \
                    OPERATOR of your application's users:

                        delay.redisson.dashboard.view-roles=OPERATOR
                        delay.redisson.dashboard.operate-roles=OPERATOR
                        delay.redisson.dashboard.values-roles=nobody

                    "nobody" means no user. "anyone" is for view-roles only, and means everybody, also without a login. \
                    To do without the dashboard, set 'delay.redisson.dashboard.enabled=false'.""");
        }
    }

    private static void checkPath(String path) {
        if (!PATH.matcher(path).matches()) {
            throw new CannotStartException(
                    "'delay.redisson.dashboard.path' is '" + path + "', which is not a path for the dashboard.",
                    "Set a path that begins with '/' and does not end with it, such as /delay-queue or /admin/queue.");
        }
    }

    private static Audience audience(String property, @Nullable Set<String> roles) {
        Set<String> wanted = new TreeSet<>(given(roles));
        if (wanted.contains(ANYONE)) {
            throw new CannotStartException(
                    "'" + PREFIX + property + "' has 'anyone', but only view-roles may have it.",
                    "Name roles of your application's users, or write 'nobody'.");
        }
        if (!wanted.remove(NOBODY)) {
            return Audience.ofRoles(wanted);
        }
        if (!wanted.isEmpty()) {
            throw new CannotStartException(
                    "'" + PREFIX + property + "' has 'nobody' and the roles " + wanted + ".",
                    "Write 'nobody', or roles without it.");
        }
        return Audience.NOBODY;
    }

    private static Set<String> given(@Nullable Set<String> roles) {
        return roles == null ? Set.of() : roles;
    }
}
