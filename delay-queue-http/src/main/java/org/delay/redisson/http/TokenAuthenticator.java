package org.delay.redisson.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import lombok.RequiredArgsConstructor;

/** Knows clients by the token in their {@code Authorization} header, and by nothing else. */
@RequiredArgsConstructor
final class TokenAuthenticator implements Authenticator {

    private static final String BEARER = "bearer ";

    private final Tokens tokens;

    @Override
    public ApiCaller authenticate(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw Authenticator.unauthorized("The header 'Authorization: Bearer' with a token is missing");
        }
        return tokens.find(header.substring(BEARER.length()).strip())
                .orElseThrow(() -> Authenticator.unauthorized("The token is not known"));
    }
}
