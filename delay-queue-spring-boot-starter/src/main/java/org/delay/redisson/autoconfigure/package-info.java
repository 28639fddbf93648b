/** Makes a delay queue from {@code delay.redisson.*} properties and what the application has for Redis and Kafka. */
@NullMarked
package org.delay.redisson.autoconfigure;

import org.jspecify.annotations.NullMarked;
