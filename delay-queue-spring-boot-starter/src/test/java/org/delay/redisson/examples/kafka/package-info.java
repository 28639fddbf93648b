/** Examples in the page about Kafka. */
@NullMarked
package org.delay.redisson.examples.kafka;

import org.jspecify.annotations.NullMarked;
