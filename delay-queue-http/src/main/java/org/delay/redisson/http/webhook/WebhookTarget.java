package org.delay.redisson.http.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.engine.time.Ticker;
import org.delay.redisson.http.webhook.DelayQueueWebhookProperties.Target;
import org.jspecify.annotations.Nullable;

/**
 * A receiver: its URL, what signs its messages, and until when it is left alone. Used by many threads.
 *
 * <p>A receiver that does not accept messages is called again after a second, or when it said, however many of its topics are
 * due.
 */
final class WebhookTarget {

    static final Duration SHORT_REST = Duration.ofSeconds(1);

    /** A receiver that asks for more is called all the same, so that messages don't wait for a mistake in its answer. */
    static final Duration LONGEST_REST = Duration.ofMinutes(10);

    private record Rest(long until, String reason) {}

    private final String name;
    private final WebhookMeters meters;
    private final URI url;
    private final Signer signer;
    private final Ticker ticker;
    private final AtomicReference<@Nullable Rest> rest = new AtomicReference<>();

    /**
     * @param name the topic or prefix that it is for
     * @throws IllegalArgumentException if the URL or a secret is invalid; the text repeats neither path nor secret
     */
    WebhookTarget(String name, Target target, boolean allowHttp, WebhookMeters meters, Ticker ticker) {
        this.name = name;
        this.meters = meters;
        this.url = url(target.url(), allowHttp);
        this.signer = new Signer(target.secrets());
        this.ticker = ticker;
        meters.target(name);
    }

    private static URI url(@Nullable String text, boolean allowHttp) {
        URI url;
        try {
            url = new URI(text == null ? "" : text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the URL is malformed at character " + e.getIndex());
        }
        boolean isHttp = "http".equalsIgnoreCase(url.getScheme());
        if (!isHttp && !"https".equalsIgnoreCase(url.getScheme())) {
            throw new IllegalArgumentException("the URL must begin with 'https://'");
        }
        if (isHttp && !allowHttp) {
            throw new IllegalArgumentException(
                    "the URL must begin with 'https://', since 'delay.redisson.webhook.allow-http' is false");
        }
        if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("the URL must have a host, and neither a user nor a fragment");
        }
        return url;
    }

    URI url() {
        return url;
    }

    Signer signer() {
        return signer;
    }

    /** A message was posted to it, or could not be. */
    void called(WebhookMeters.Outcome outcome, Duration took) {
        meters.called(name, outcome, took);
    }

    /** For people: without path and query, which may be secret. */
    String origin() {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    /** Why the receiver is not to be called now, or empty if it may be. */
    Optional<String> reasonToRest() {
        Rest current = rest.get();
        return current == null || ticker.nanos() - current.until() >= 0
                ? Optional.empty()
                : Optional.of(current.reason());
    }

    /** The receiver is not to be called for so long, but for {@link #LONGEST_REST} at most. */
    void rest(Duration time, String reason) {
        Duration bounded = time.compareTo(LONGEST_REST) < 0 ? time : LONGEST_REST;
        Rest next = new Rest(ticker.nanos() + bounded.toNanos(), reason);
        rest.accumulateAndGet(
                next, (current, given) -> current != null && current.until() - next.until() > 0 ? current : next);
    }
}
