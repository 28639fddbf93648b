package org.delay.redisson.dashboard;

/** Redis did not answer in time, and there is no earlier answer. */
final class LateAnswer extends RuntimeException {

    static final String TEXT = "Redis has not answered for 2 s";

    private static final long serialVersionUID = 1;

    LateAnswer() {
        super(TEXT);
    }
}
