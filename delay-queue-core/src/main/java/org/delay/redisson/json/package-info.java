/** Conversion of bodies to and from JSON. It does not depend on the queue. */
@NullMarked
package org.delay.redisson.json;

import org.jspecify.annotations.NullMarked;
