package org.delay.redisson.reliability.composed;

/**
 * Topics that are alike, and their messages.
 *
 * @param name of the topics, before their numbers
 * @param topics how many
 * @param messages that each is sent at the start, due within seconds
 * @param kind where they go
 * @param conduct how handlers treat some of their messages
 * @param nth which ones: each so many; the others return
 * @param content of bodies, keys and headers
 * @param story whether messages of it are cancelled, rescheduled and so on
 */
record Subject(
        String name, int topics, int messages, Kind kind, Conduct conduct, int nth, Content content, boolean story) {

    private static final int LISTED = 50;

    /** Where messages go. */
    enum Kind {
        HANDLED,
        UNSERVED,
        KAFKA,
        KAFKA_COMPACTED,
        KAFKA_SMALL,
        KAFKA_UNAUTHORISED,
        KAFKA_MISSING;

        boolean isKafka() {
            return name().startsWith("KAFKA");
        }
    }

    /** What is in messages. */
    enum Content {
        SHORT,
        LARGE,
        LONE_SURROGATES,
        LARGE_KEY,
        LARGE_HEADER
    }

    static Subject of(String name, Kind kind) {
        return new Subject(name, 1, 5, kind, Conduct.RETURNS, 1, Content.SHORT, true);
    }

    Subject withName(String value) {
        return new Subject(value, topics, messages, kind, conduct, nth, content, story);
    }

    String topic(int number) {
        return name + "-" + number;
    }

    boolean has(String topic) {
        return topic.startsWith(name + "-");
    }

    Conduct conductOf(int message) {
        return message % nth == 0 ? conduct : Conduct.RETURNS;
    }

    /** Whether all of its messages arrive, soon and at their first attempt, whatever else there is. */
    boolean isHealthy() {
        return (kind == Kind.HANDLED || kind == Kind.KAFKA) && conduct.isSound() && conduct != Conduct.IS_SLOW;
    }

    /** Whether it is looked after its messages at the end: of topics that nobody serves, some tell of all. */
    boolean isListed(String topic) {
        return kind != Kind.UNSERVED || Integer.parseInt(topic.substring(topic.lastIndexOf('-') + 1)) < LISTED;
    }

    /** Whether all of its messages come to an end soon after all else is well. */
    boolean isToBeDrained() {
        return switch (kind) {
            case HANDLED, KAFKA, KAFKA_COMPACTED, KAFKA_SMALL -> true;
            case UNSERVED, KAFKA_UNAUTHORISED, KAFKA_MISSING -> false;
        };
    }

    /** Whether a message is sent with a key: a few are not. */
    static boolean hasKey(String id) {
        return id.hashCode() % 7 != 0;
    }

    /** Whether the documents say that such a message may become a dead letter. */
    boolean mayEndDead(Conduct of, String id) {
        return of.mayEndDead()
                || (kind == Kind.KAFKA_COMPACTED && !hasKey(id))
                || (kind == Kind.KAFKA_SMALL && content == Content.LARGE)
                || kind == Kind.KAFKA_UNAUTHORISED
                || kind == Kind.KAFKA_MISSING;
    }
}
