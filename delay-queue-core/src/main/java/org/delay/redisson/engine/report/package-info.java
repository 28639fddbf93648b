/** What the engine reports: events for listeners, and warnings in the log. */
@NullMarked
package org.delay.redisson.engine.report;

import org.jspecify.annotations.NullMarked;
