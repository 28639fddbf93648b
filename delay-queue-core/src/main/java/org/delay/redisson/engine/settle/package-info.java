/** What becomes of claimed messages: decided here, and stored in the queue under the claim's lease. */
@NullMarked
package org.delay.redisson.engine.settle;

import org.jspecify.annotations.NullMarked;
