package org.delay.redisson.http;

/**
 * How many clients the heap has room for. Tomcat keeps its buffers for as long as a request is in progress: 95 kB for a client that
 * waits, 55 kB for one that has not sent all of its headers (measured with Tomcat 11). Responses that wait for their readers take up
 * to another quarter of the heap.
 */
public final class HeapRoom {

    private static final long PER_CLIENT = 100_000;

    /** For the application itself. */
    private static final long APPLICATION = 64L << 20;

    private static final long MOST_BYTES =
            Math.max(16L << 20, Runtime.getRuntime().maxMemory() - APPLICATION);

    private HeapRoom() {}

    /** How many bytes the bodies of requests that are not handled yet may take: enough for some bulk sends. */
    static long bodies() {
        return Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 8);
    }

    /** How many clients may wait for messages: they take up to half of the heap. */
    public static int waiters() {
        return (int) Math.min(Integer.MAX_VALUE, MOST_BYTES / 2 / PER_CLIENT);
    }

    /** How many may be connected: they take up to three quarters, where each has a request in progress. */
    public static int connections() {
        return (int) Math.min(Integer.MAX_VALUE, MOST_BYTES / 4 * 3 / PER_CLIENT);
    }
}
