package org.delay.redisson.http;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Reads the bodies of requests, counting bytes and time while it reads. */
final class BodyReader {

    /** A body that takes longer would hold a thread for as long as its sender likes. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int CHUNK = 8192;

    private BodyReader() {}

    /**
     * The text of a body.
     *
     * @throws ApiProblem if it is no JSON, too large or too slow
     */
    static String read(HttpServletRequest request, long most) {
        requireJson(request);
        if (request.getContentLengthLong() > most) {
            throw tooLarge(most);
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(bytes(request.getInputStream(), most));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw ApiProblem.invalid("The request must be in UTF-8");
        } catch (IOException e) {
            throw ApiProblem.invalid("The request ended before its end").closing();
        }
    }

    private static byte[] bytes(ServletInputStream input, long most) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
            all.write(chunk, 0, read);
            if (all.size() > most) {
                throw tooLarge(most);
            }
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new ApiProblem(
                                ApiProblem.TIMEOUT,
                                "too-slow",
                                "The request must arrive within " + LONGEST.toSeconds() + " s")
                        .closing();
            }
        }
        return all.toByteArray();
    }

    private static ApiProblem tooLarge(long most) {
        return new ApiProblem(ApiProblem.TOO_LARGE, "too-large", "The request must have at most " + most + " bytes")
                .closing();
    }

    /** Also what keeps forms of foreign web pages out: a browser asks before it sends JSON to another site. */
    static void requireJson(HttpServletRequest request) {
        String encoding = request.getHeader("Content-Encoding");
        if (!isJson(request.getContentType())
                || (encoding != null && !encoding.toLowerCase(Locale.ROOT).equals("identity"))) {
            throw new ApiProblem(
                            ApiProblem.NOT_JSON,
                            "not-json",
                            "The request must have 'Content-Type: application/json' and no 'Content-Encoding'")
                    .closing();
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
