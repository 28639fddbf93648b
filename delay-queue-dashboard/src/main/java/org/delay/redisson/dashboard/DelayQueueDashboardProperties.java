package org.delay.redisson.dashboard;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the dashboard. Immutable.
 *
 * @param enabled Whether to serve the dashboard. If so, view-roles, operate-roles and values-roles must be set.
 * @param path Path of the dashboard below the application's context path. Letters, digits, '.', '_', '~', '-' and '/'.
 * @param viewRoles Roles of the users who see the dashboard, with masked messages. "anyone" lets everybody see it, also without a
 *     login. Users who may operate or see values also see the dashboard.
 * @param operateRoles Roles of the users who may change messages and topics. "nobody" makes the dashboard read-only.
 * @param valuesRoles Roles of the users who may see the bodies, keys and header values of messages. "nobody" masks them for all.
 */
@ConfigurationProperties("delay.redisson.dashboard")
public record DelayQueueDashboardProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/delay-queue") String path,
        @Nullable Set<String> viewRoles,
        @Nullable Set<String> operateRoles,
        @Nullable Set<String> valuesRoles) {}
