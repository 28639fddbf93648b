/**
 * What people see of the queue and do with it, for everything that shows or operates it: the actuator endpoint, meters and
 * health. Knows neither Spring nor HTTP.
 */
@NullMarked
package org.delay.redisson.operations;

import org.jspecify.annotations.NullMarked;
