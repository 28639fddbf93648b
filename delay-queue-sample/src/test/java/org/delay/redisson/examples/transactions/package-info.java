@NullMarked
package org.delay.redisson.examples.transactions;

import org.jspecify.annotations.NullMarked;
