package org.delay.redisson.http.webhook;

import java.time.Duration;

/** Times calls of receivers. Methods return at once. */
interface WebhookMeters {

    /** For applications without Micrometer. */
    WebhookMeters NONE = new WebhookMeters() {
        @Override
        public void target(String target) {}

        @Override
        public void called(String target, Outcome outcome, Duration took) {}
    };

    /** What a call led to. */
    enum Outcome {
        /** The receiver has the message. */
        DONE,
        /** The receiver asks for it later. */
        BUSY,
        /** The receiver wants it no more. */
        GONE,
        /** The receiver refused it. */
        FAILED,
        /** The message did not leave. */
        UNREACHABLE,
        /** The receiver may have the message. */
        UNANSWERED;

        static Outcome of(Answer.Meaning meaning) {
            return switch (meaning) {
                case DONE -> DONE;
                case BUSY -> BUSY;
                case GONE -> GONE;
                case FAILED -> FAILED;
            };
        }
    }

    /** There is such a target. */
    void target(String target);

    /** A message was posted to a target, or could not be. */
    void called(String target, Outcome outcome, Duration took);
}
