package org.delay.redisson.docs;

/** Knows whether a code block is true. */
@FunctionalInterface
interface BlockChecker {

    /** Throws an {@link AssertionError} that says what is wrong. */
    void check(Block block) throws Exception;
}
