/** The SPI of the journal: what its tables hold and can do. */
@NullMarked
package org.delay.redisson.journal.store;

import org.jspecify.annotations.NullMarked;
