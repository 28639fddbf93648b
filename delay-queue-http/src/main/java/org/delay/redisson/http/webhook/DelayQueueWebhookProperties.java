package org.delay.redisson.http.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * Where due messages are posted to.
 *
 * @param targets Receivers of topics whose route is "webhook". A key is a topic or a prefix with "*", in brackets: [mail-*]. An
 *     exact topic takes precedence over a prefix, and a longer prefix over a shorter one.
 * @param timeout Maximum time from a request until the response's headers arrive. 100ms to 1m.
 * @param allowHttp Whether URLs may begin with "http:". If so, messages can be read in transit.
 * @param allowedNetworks Private, loopback or link-local networks that may be called although they are not public, such as
 *     10.1.0.0/16 or fd00::/8.
 * @param sslBundle SSL bundle whose trust store knows the receivers' certificates. If not set, that of the JVM.
 */
@ConfigurationProperties("delay.redisson.webhook")
public record DelayQueueWebhookProperties(
        @DefaultValue Map<String, Target> targets,
        @DefaultValue("20s") Duration timeout,
        @DefaultValue("false") boolean allowHttp,
        @DefaultValue List<String> allowedNetworks,
        @Nullable String sslBundle)
        implements Validator {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Copies the targets. */
    public DelayQueueWebhookProperties {
        targets = Map.copyOf(targets);
        allowedNetworks = List.copyOf(allowedNetworks);
    }

    /** Spring Boot validates properties that are a {@link Validator}, with or without a Bean Validation provider. */
    @Override
    public boolean supports(Class<?> type) {
        return type == DelayQueueWebhookProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        try {
            Checks.range("timeout", ((DelayQueueWebhookProperties) target).timeout(), SHORTEST, LONGEST);
        } catch (IllegalArgumentException e) {
            errors.rejectValue("timeout", "invalid", String.valueOf(e.getMessage()));
        }
    }

    /**
     * One receiver.
     *
     * @param url URL that messages are posted to.
     * @param secrets Secrets that sign the messages, each "whsec_" and the Base64 of 24 to 64 bytes. One, or two while the receiver
     *     changes from the old to the new one.
     */
    public record Target(@Nullable String url, @DefaultValue List<String> secrets) {

        /** Omits the URL and the secrets, because the path of a URL is often a secret too. */
        @Override
        public String toString() {
            return "Target";
        }
    }
}
