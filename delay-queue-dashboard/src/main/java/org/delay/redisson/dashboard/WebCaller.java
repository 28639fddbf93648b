package org.delay.redisson.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.delay.redisson.operations.Caller;
import org.jspecify.annotations.Nullable;

/** The user of a request, as the servlet API tells. So any security that is a part of the application works, not only Spring's. */
record WebCaller(HttpServletRequest request) implements Caller {

    @Override
    public @Nullable String name() {
        Principal principal = request.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public boolean isAuthenticated() {
        return request.getUserPrincipal() != null;
    }

    @Override
    public boolean hasRole(String role) {
        return request.isUserInRole(role);
    }
}
