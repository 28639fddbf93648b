package org.delay.redisson.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Refuses changes that pages of others ask for. Their scripts can't add a header of this name, unless the application's CORS rules let them.
 * Where the browser tells who asks, that counts too. It does not tell over plain HTTP, so that can't be demanded.
 */
final class Origins {

    /** A header that no form and no other page can send. */
    static final String HEADER = "X-Delay-Queue-Dashboard";

    private static final String SITE = "Sec-Fetch-Site";

    private Origins() {}

    /** Why the request is refused, or null if it is not. */
    static @Nullable String refusal(HttpServletRequest request) {
        String type = request.getContentType();
        String site = request.getHeader(SITE);
        if (type == null || !type.startsWith("application/json")) {
            return "The Content-Type must be application/json";
        } else if (request.getHeader(HEADER) == null) {
            return "The header " + HEADER + " is missing";
        } else if (site != null && !site.equals("same-origin")) {
            return "A page of another site may not do this";
        } else if (site == null && isSharedWithOthers()) {
            return "The application's CORS rules share this with other sites, which may not do this";
        }
        return null;
    }

    /** Spring has let a page of another origin in. */
    private static boolean isSharedWithOthers() {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
            HttpServletResponse response = attributes.getResponse();
            return response != null && response.containsHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN);
        }
        return false;
    }
}
