package org.delay.redisson.http;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The HTTP API. Immutable.
 *
 * @param enabled Whether to serve the HTTP API.
 * @param path Path of the API within the application. Its version follows: "/delay-queue/v1".
 * @param security Who says what a client may do: tokens of this library, or the authorities that the application's Spring
 *     Security grants.
 * @param tokens Tokens by name. A name has 1 to 50 lowercase letters, digits and '-'.
 * @param limits How much clients may ask for.
 */
@ConfigurationProperties("delay.redisson.http")
public record DelayQueueHttpProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("/delay-queue") String path,
        @DefaultValue("tokens") Security security,
        @DefaultValue Map<String, Token> tokens,
        @DefaultValue Limit limits)
        implements Validator {

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)+");
    private static final int MOST_WAITERS = 100_000;
    private static final int MOST_REQUESTS = 1_000_000;

    /** Copies the tokens. */
    public DelayQueueHttpProperties {
        tokens = Map.copyOf(tokens);
    }

    /** Spring Boot validates properties that are a {@link Validator}, with or without a Bean Validation provider. */
    @Override
    public boolean supports(Class<?> type) {
        return type == DelayQueueHttpProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        ((DelayQueueHttpProperties) target).check(errors);
    }

    private void check(Errors errors) {
        if (!PATH.matcher(path).matches()) {
            errors.rejectValue("path", "invalid", "must begin with '/' and not end with it, as in '/delay-queue'");
        }
        size(errors, "limits.bodySize", limits.bodySize());
        size(errors, "limits.bulkSize", limits.bulkSize());
        number(errors, "limits.waiters", limits.waiters(), 1, MOST_WAITERS);
        number(errors, "limits.waitersPerToken", limits.waitersPerToken(), 1, MOST_WAITERS);
        number(errors, "limits.requestsPerSecond", limits.requestsPerSecond(), 0, MOST_REQUESTS);
    }

    private static void size(Errors errors, String property, DataSize size) {
        if (size.compareTo(DataSize.ofKilobytes(1)) < 0 || size.compareTo(DataSize.ofMegabytes(64)) > 0) {
            errors.rejectValue(property, "invalid", "must be 1KB to 64MB, but is " + size);
        }
    }

    private static void number(Errors errors, String property, int value, int least, int most) {
        if (value < least || value > most) {
            errors.rejectValue(property, "invalid", "must be " + least + " to " + most + ", but is " + value);
        }
    }

    /** Who says what a client may do. */
    public enum Security {
        /** Tokens of this library. */
        TOKENS,
        /** Authorities that the application's Spring Security grants, such as {@code delay-queue:send:order-*}. */
        APPLICATION
    }

    /**
     * A token, and what its holder may do. Topics are names, or beginnings of names with "*" at the end.
     *
     * @param sha256 SHA-256 of the token, as 64 hexadecimal digits. Two hashes allow a rotation: the old token is valid until its
     *     hash is removed. 1 to 2.
     * @param send Topics that it may send to.
     * @param cancel Topics whose messages it may cancel and reschedule.
     * @param receive Topics that it may receive from.
     * @param inspect Topics that it may see, without values.
     * @param values Topics whose bodies, keys and headers it may also see.
     * @param manage Topics that it may pause, resume and restore, and whose dead letters it may redrive and delete.
     */
    public record Token(
            @DefaultValue List<String> sha256,
            @DefaultValue List<String> send,
            @DefaultValue List<String> cancel,
            @DefaultValue List<String> receive,
            @DefaultValue List<String> inspect,
            @DefaultValue List<String> values,
            @DefaultValue List<String> manage) {

        /** Copies the lists. */
        public Token {
            sha256 = List.copyOf(sha256);
            send = List.copyOf(send);
            cancel = List.copyOf(cancel);
            receive = List.copyOf(receive);
            inspect = List.copyOf(inspect);
            values = List.copyOf(values);
            manage = List.copyOf(manage);
        }

        Map<ApiPermission, List<String>> topics() {
            Map<ApiPermission, List<String>> topics = new EnumMap<>(ApiPermission.class);
            topics.put(ApiPermission.SEND, send);
            topics.put(ApiPermission.CANCEL, cancel);
            topics.put(ApiPermission.RECEIVE, receive);
            topics.put(ApiPermission.INSPECT, inspect);
            topics.put(ApiPermission.VALUES, values);
            topics.put(ApiPermission.MANAGE, manage);
            return topics;
        }
    }

    /**
     * How much clients may ask for.
     *
     * @param bodySize Maximum size of a request. 1KB to 64MB.
     * @param bulkSize Maximum size of a request that sends many messages. 1KB to 64MB.
     * @param waiters Maximum number of clients that wait for messages at one instance. Fewer if half of the heap does not have
     *     100 kB for each. 1 to 100000.
     * @param waitersPerToken Maximum number of waiting clients with the same token or user. 1 to 100000.
     * @param requestsPerSecond Maximum number of requests in a second with the same token or user, at one instance. With 0,
     *     there is no limit. 0 to 1000000.
     */
    public record Limit(
            @DefaultValue("1MB") DataSize bodySize,
            @DefaultValue("8MB") DataSize bulkSize,
            @DefaultValue("5000") int waiters,
            @DefaultValue("2000") int waitersPerToken,
            @DefaultValue("0") int requestsPerSecond) {}
}
