/** Why an application does not start, told as Spring Boot tells failures at start. */
@NullMarked
package org.delay.redisson.startup;

import org.jspecify.annotations.NullMarked;
