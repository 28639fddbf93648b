package org.delay.redisson.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * A user changed something by the dashboard. Published on the thread of the request after the change. If a listener throws
 * an exception, the request fails, but the change stays. Changes that fail or are refused are in the log only.
 *
 * @param user the name of the user, or null if the application's security has none
 * @param operation what was asked for, for people
 * @param outcome the name of an {@link org.delay.redisson.operations.Outcome}, or a text for people
 */
public record DashboardOperationEvent(@Nullable String user, String topic, String operation, String outcome) {}
