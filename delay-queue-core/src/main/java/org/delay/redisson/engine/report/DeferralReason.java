package org.delay.redisson.engine.report;

/**
 * Why a topic is deferred although messages of it are due. Each is the reason of a gate in {@code engine.admission}, except
 * {@link #CHECK_FAILED} and {@link #CLAIM_REFUSED}. The name in lower case is the tag {@code reason} of the meter
 * {@code delay.queue.deferred}.
 *
 * <p>A paused topic is not deferred: Redis itself answers its claims with nothing.
 */
public enum DeferralReason {
    /** A check threw an exception. */
    CHECK_FAILED("a check of it threw an exception"),

    /** {@link org.delay.redisson.engine.policy.TopicRules} threw an exception. */
    RULES_FAILED("TopicRules threw an exception for it"),

    /** Messages were handled, but Redis does not accept their acks or retries. */
    UNSETTLED("Redis has not taken settlements of its last messages yet"),

    /** No listener, broker or consumer of this application receives the topic. */
    NO_RECEIVER("nothing in this application receives it"),

    /** Its receivers ask for messages, for example by HTTP, and none of them asks for more. */
    NOT_REQUESTED("nobody asks for more of its messages"),

    /** Interrupted threads have not returned from its handler. */
    HANDLER_STUCK("too many threads are stuck in its handler"),

    /** Its destination accepts no messages, or none of this topic. */
    DESTINATION_UNAVAILABLE("it or its destination is unavailable"),

    /** As many calls are under way as its listener allows. */
    CONCURRENCY_LIMIT("its concurrency limit is reached"),

    /** It is or may be slow, or its destination has all workers that it may have beside others. */
    WORKERS_RESERVED("the remaining workers are kept for other topics"),

    /** Redis answered a claim with an error. */
    CLAIM_REFUSED("Redis refuses its claims");

    private final String text;

    DeferralReason(String text) {
        this.text = text;
    }

    /** For people: the end of the sentence "the topic is not claimed, because …". */
    public String text() {
        return text;
    }
}
