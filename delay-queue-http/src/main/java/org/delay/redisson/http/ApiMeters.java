package org.delay.redisson.http;

import java.util.function.IntSupplier;

/** Counts what clients do. Methods return at once. */
interface ApiMeters {

    /** For applications without Micrometer. */
    ApiMeters NONE = new ApiMeters() {
        @Override
        public void waiters(IntSupplier number) {}

        @Override
        public void problem(ApiProblem problem) {}

        @Override
        public void received(int messages) {}

        @Override
        public void returned(int messages) {}

        @Override
        public void settled(SettleAction action, int done, int lost) {}
    };

    /** Shows how many clients wait. */
    void waiters(IntSupplier number);

    /** A request was answered with a problem. */
    void problem(ApiProblem problem);

    /** Messages were written to a client. */
    void received(int messages);

    /** Messages could not be written to their client, and were released. */
    void returned(int messages);

    /** Messages were settled, or were not the client's any more. */
    void settled(SettleAction action, int done, int lost);
}
