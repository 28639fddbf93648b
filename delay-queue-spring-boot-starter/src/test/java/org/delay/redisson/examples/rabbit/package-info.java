/** The code of the page about RabbitMQ. */
@NullMarked
package org.delay.redisson.examples.rabbit;

import org.jspecify.annotations.NullMarked;
