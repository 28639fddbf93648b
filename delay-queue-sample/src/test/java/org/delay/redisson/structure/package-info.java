/** Holds the structure of all modules: this module is built last. */
@NullMarked
package org.delay.redisson.structure;

import org.jspecify.annotations.NullMarked;
