package org.delay.redisson.http.webhook;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Tells the head of an answer at once, and throws away its body, of which it reads no more than a little. */
final class AnswerReader implements AsyncResponseConsumer<Answer> {

    private static final int MAX_BODY = 4_096;

    private final CompletableFuture<Answer> head;
    private volatile @Nullable FutureCallback<Answer> end;
    private int read;

    /** @param head is completed with the head of the answer */
    AnswerReader(CompletableFuture<Answer> head) {
        this.head = head;
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails entity,
            HttpContext context,
            FutureCallback<Answer> callback) {
        Answer answer = Answer.of(response);
        if (entity == null) {
            callback.completed(answer);
        } else {
            end = callback;
        }
        head.complete(answer);
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // The answer is still to come.
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        capacity.update(MAX_BODY);
    }

    /** @throws IOException if there is more than a little; the connection is closed then */
    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        read += bytes.remaining();
        bytes.position(bytes.limit());
        if (read > MAX_BODY) {
            throw new IOException("The answer has more than " + MAX_BODY + " bytes");
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        FutureCallback<Answer> callback = end;
        if (callback != null) {
            callback.completed(head.getNow(null));
        }
    }

    @Override
    public void failed(Exception cause) {
        head.completeExceptionally(cause);
    }

    @Override
    public void releaseResources() {
        // There are none.
    }
}
