package org.delay.redisson.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Knows clients as the application's Spring Security does. Authorities such as {@code delay-queue:send:order-*} say what they may
 * do; others mean nothing here, so a rule that permits all requests opens nothing.
 */
final class SpringSecurityAuthenticator implements Authenticator {

    private static final String PREFIX = "delay-queue:";

    /** A cookie is sent by a browser whoever asks it to, so it does not show that the user wants this. */
    @Override
    public ApiCaller authenticate(HttpServletRequest request) {
        if (request.getHeader("Cookie") != null && request.getHeader("Authorization") == null) {
            throw Authenticator.unauthorized("Cookies are not accepted: the header 'Authorization' is missing");
        }
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        if (user == null || user instanceof AnonymousAuthenticationToken || !user.isAuthenticated()) {
            throw Authenticator.unauthorized("The application does not know who makes the request");
        }
        return new ApiCaller("user " + user.getName(), grants(user.getAuthorities()));
    }

    private static Grants grants(Collection<? extends GrantedAuthority> authorities) {
        Map<ApiPermission, List<String>> topics = new EnumMap<>(ApiPermission.class);
        for (GrantedAuthority authority : authorities) {
            add(topics, authority.getAuthority());
        }
        return new Grants(topics);
    }

    /** An authority that is misspelt grants nothing. */
    private static void add(Map<ApiPermission, List<String>> topics, @Nullable String authority) {
        if (authority == null || !authority.startsWith(PREFIX)) {
            return;
        }
        String[] parts = authority.substring(PREFIX.length()).split(":", 2);
        if (parts.length == 2 && TopicPatterns.isPattern(parts[1])) {
            for (ApiPermission permission : ApiPermission.values()) {
                if (permission.name().toLowerCase(Locale.ROOT).equals(parts[0])) {
                    topics.computeIfAbsent(permission, unused -> new ArrayList<>())
                            .add(parts[1]);
                }
            }
        }
    }
}
