package org.delay.redisson.dashboard;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.ClassUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/** Has the application show its own login, whatever it is. */
final class Login implements ServerResponse {

    private static final boolean HAS_SPRING_SECURITY = ClassUtils.isPresent(
            "org.springframework.security.web.access.ExceptionTranslationFilter", Login.class.getClassLoader());

    @Override
    public HttpStatusCode statusCode() {
        return HttpStatus.UNAUTHORIZED;
    }

    @Override
    public HttpHeaders headers() {
        return new HttpHeaders();
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return new LinkedMultiValueMap<>(Map.of());
    }

    @Override
    public @Nullable ModelAndView writeTo(HttpServletRequest request, HttpServletResponse response, Context context)
            throws ServletException, IOException {
        if (HAS_SPRING_SECURITY) {
            SpringSecurity.askForLogin();
        }
        if (!request.authenticate(response)) {
            return null;
        }
        Reply reply = Reply.text(HttpStatus.UNAUTHORIZED, """
                Nobody is signed in, and this application has no login for this page.
                The dashboard shows itself only to users with the roles of delay.redisson.dashboard.view-roles.
                """);
        return reply.writeTo(request, response, context);
    }
}
