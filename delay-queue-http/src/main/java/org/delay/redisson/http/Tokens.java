package org.delay.redisson.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;

/** The tokens that properties name. Knows only their hashes. Immutable. */
final class Tokens {

    static final String PROPERTY = "delay.redisson.http.tokens";

    private static final Pattern TOKEN = Pattern.compile("dq_([a-z0-9-]{1,50})_[A-Za-z0-9_-]{43}");
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,50}");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    private static final int MOST_HASHES = 2;

    /** Compared with where no token has the name, so that this takes no less time. */
    private static final Known UNKNOWN = new Known(List.of(new byte[32]), new Grants(Map.of()));

    private record Known(List<byte[]> hashes, Grants grants) {}

    private final Map<String, Known> byName = new TreeMap<>();

    /** @throws CannotStartException if there is none, or one is of no use */
    Tokens(Map<String, DelayQueueHttpProperties.Token> tokens) {
        if (tokens.isEmpty()) {
            throw new CannotStartException(
                    "The HTTP API is on ('delay.redisson.http.enabled'), but no rule says who may use it.",
                    "Set the SHA-256 of a token, such as '" + PROPERTY
                            + ".shop.sha256=9f86d0…', and what it may do, such as"
                            + " '" + PROPERTY + ".shop.send=order-*'. Or set"
                            + " 'delay.redisson.http.security=application', and grant authorities such as"
                            + " 'delay-queue:send:order-*' to users of your application.");
        }
        tokens.forEach((name, token) -> byName.put(name, known(name, token)));
    }

    private static Known known(String name, DelayQueueHttpProperties.Token token) {
        String property = PROPERTY + "." + name;
        if (!isName(name)) {
            throw invalid(property, "the name of a token must have 1 to 50 lowercase letters, digits or '-'");
        }
        if (token.sha256().isEmpty() || token.sha256().size() > MOST_HASHES) {
            throw invalid(
                    property + ".sha256",
                    "it must have 1 or 2 hashes, but has " + token.sha256().size());
        }
        if (!token.sha256().stream().allMatch(hash -> HASH.matcher(hash).matches())) {
            throw invalid(property + ".sha256", "a hash must have 64 hexadecimal digits");
        }
        Grants grants = grants(property, token);
        if (grants.areNone()) {
            throw invalid(property, "the token may do nothing");
        }
        List<byte[]> hashes = token.sha256().stream()
                .map(hash -> HexFormat.of().parseHex(hash))
                .toList();
        return new Known(hashes, grants);
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private static Grants grants(String property, DelayQueueHttpProperties.Token token) {
        try {
            return new Grants(token.topics());
        } catch (IllegalArgumentException e) {
            throw invalid(property, String.valueOf(e.getMessage()));
        }
    }

    private static CannotStartException invalid(String property, String reason) {
        return new CannotStartException(
                "Property '" + property + "' of the HTTP API is invalid: " + reason + ".",
                "Give the token a hash and permissions, such as '" + PROPERTY + ".shop.send=order-*', or remove it.");
    }

    /** Who has this token, or empty if nobody has. Takes the same time for any wrong token. */
    Optional<ApiCaller> find(@Nullable String token) {
        Matcher parts = TOKEN.matcher(token == null ? "" : token);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String name = parts.group(1);
        Known known = byName.getOrDefault(name, UNKNOWN);
        byte[] hash = sha256(parts.group());
        boolean isKnown = false;
        for (byte[] one : known.hashes()) {
            isKnown |= MessageDigest.isEqual(one, hash);
        }
        return isKnown ? Optional.of(new ApiCaller("token " + name, known.grants())) : Optional.empty();
    }

    static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
