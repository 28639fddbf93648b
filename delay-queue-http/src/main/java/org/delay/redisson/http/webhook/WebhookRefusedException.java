package org.delay.redisson.http.webhook;

/** The receiver did not take the message. Its text names neither path nor contents, and is stored with the dead letter. */
final class WebhookRefusedException extends RuntimeException {

    WebhookRefusedException(String message) {
        super(message);
    }
}
