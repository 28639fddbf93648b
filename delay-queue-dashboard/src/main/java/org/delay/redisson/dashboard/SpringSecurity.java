package org.delay.redisson.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.csrf.CsrfToken;

/** What the servlet API can't do. Only for applications with Spring Security on their class path. */
final class SpringSecurity {

    private SpringSecurity() {}

    /**
     * Throws what makes Spring Security remember this page and show its login. Does nothing if it has no part in the request.
     *
     * @throws AccessDeniedException for Spring Security's filters
     */
    static void askForLogin() {
        if (SecurityContextHolder.getContext().getAuthentication() != null) {
            throw new AccessDeniedException("The dashboard needs a login");
        }
    }

    /** The token that changes must have, or null if Spring Security asks for none. Creates a session perhaps. */
    static @Nullable Token token(HttpServletRequest request) {
        Object token = request.getAttribute(CsrfToken.class.getName());
        return token instanceof CsrfToken csrf ? new Token(csrf.getHeaderName(), csrf.getToken()) : null;
    }

    /** A header. */
    record Token(String header, String value) {}
}
