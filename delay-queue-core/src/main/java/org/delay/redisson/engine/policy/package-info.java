/** What users decide: settings of an engine, retries, and rules for topics. */
@NullMarked
package org.delay.redisson.engine.policy;

import org.jspecify.annotations.NullMarked;
