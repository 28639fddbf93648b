/**
 * Holds the documents to the code: every block that they show is compiled or run, and every link leads somewhere. A block is
 * checked by its language; one that no {@link org.delay.redisson.docs.BlockChecker} knows fails.
 */
@NullMarked
package org.delay.redisson.docs;

import org.jspecify.annotations.NullMarked;
