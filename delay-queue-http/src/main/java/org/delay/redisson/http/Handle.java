package org.delay.redisson.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.delay.redisson.Checks;
import org.delay.redisson.DispatchOperations.Lease;

/**
 * Names a message under its lease, so that any instance can settle it. It is no secret and grants nothing: who settles needs the
 * permission for the topic.
 *
 * @param failures how many deliveries had failed before, which decides what one more means
 */
record Handle(Lease lease, String id, int failures) {

    private static final String SEPARATOR = "/";
    private static final int PARTS = 5;

    /** What Redis has instead of a token where nobody holds a message, and what separates a token from what comes after it. */
    private static final Pattern NO_TOKEN = Pattern.compile("-.*|.*\\s.*", Pattern.DOTALL);

    /** As clients get it: they must not read it. */
    String text() {
        String plain = String.join(
                SEPARATOR, lease.topic(), String.valueOf(lease.shard()), String.valueOf(failures), lease.token(), id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * @param field that has the text, as problems name it
     * @throws ApiProblem if it is no handle
     */
    static Handle of(String text, String field) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            String plain = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            // Neither a topic nor a token has the separator, and an id is the rest.
            String[] parts = plain.split(SEPARATOR, PARTS);
            if (parts.length == PARTS
                    && !parts[3].isEmpty()
                    && !NO_TOKEN.matcher(parts[3]).matches()) {
                int shard = Integer.parseInt(parts[1]);
                int failures = Integer.parseInt(parts[2]);
                Checks.range("shard", shard, 0, Checks.MAX_SHARDS - 1);
                Checks.range("failures", failures, 0, Integer.MAX_VALUE - 1);
                Lease lease = new Lease(shard, Checks.topic(parts[0]), parts[3]);
                Handle handle = new Handle(lease, Checks.id(parts[4]), failures);
                // Base64 may write the same bytes in several ways. Clients find theirs in answers by the text.
                if (handle.text().equals(text)) {
                    return handle;
                }
            }
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw unknown(field);
        }
        throw unknown(field);
    }

    private static ApiProblem unknown(String field) {
        return invalid(field + " is not a handle that this API has given out");
    }

    static ApiProblem invalid(String detail) {
        return new ApiProblem(ApiProblem.BAD_REQUEST, "invalid-handle", detail);
    }
}
