/** Bodies as JSON. Knows nothing of queues. */
@NullMarked
package org.delay.redisson.json;

import org.jspecify.annotations.NullMarked;
