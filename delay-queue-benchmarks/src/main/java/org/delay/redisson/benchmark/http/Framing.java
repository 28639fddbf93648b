package org.delay.redisson.benchmark.http;

/** Where an answer of a protocol ends. */
interface Framing {

    /**
     * The end of the answer that begins at {@code from}, or -1 if it is not complete.
     *
     * @throws IllegalStateException if it says that something failed
     */
    int end(byte[] bytes, int from, int to);
}
