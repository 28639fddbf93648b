package org.delay.redisson.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Also what keeps forms of foreign web pages out: a browser asks before it sends JSON to another site. */
final class JsonOnly {

    private JsonOnly() {}

    /** @throws ApiProblem if the request does not say that it is plain JSON */
    static void check(HttpServletRequest request) {
        String encoding = request.getHeader("Content-Encoding");
        if (!isJson(request.getContentType())
                || (encoding != null && !encoding.toLowerCase(Locale.ROOT).equals("identity"))) {
            throw problem();
        }
    }

    static ApiProblem problem() {
        return new ApiProblem(
                        ApiProblem.NOT_JSON,
                        "not-json",
                        "The request must have 'Content-Type: application/json' and no 'Content-Encoding'")
                .closing();
    }

    /** Whether a container knows how to read it. */
    static boolean isForm(@Nullable String type) {
        String lower = type == null ? "" : type.stripLeading().toLowerCase(Locale.ROOT);
        return lower.startsWith("application/x-www-form-urlencoded") || lower.startsWith("multipart/");
    }

    /** Whether it is a range of types, which only {@code Accept} can have. */
    static boolean isWildcard(@Nullable String type) {
        try {
            if (type == null) {
                return false;
            }
            MediaType parsed = MediaType.parseMediaType(type);
            return parsed.isWildcardType() || parsed.isWildcardSubtype();
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static boolean isJson(@Nullable String type) {
        try {
            return type != null && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(type));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
