package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request. What is there is read at once; for the rest no thread waits, so that slow senders don't keep others out.
 * Bytes and time are counted meanwhile.
 */
@Slf4j
final class ArrivingBody implements ReadListener, Arrivals.Arrival {

    /** A client that is still sending gets this time to read that it was refused: a closed connection might hide that. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private static final int CHUNK = 8192;

    private final HttpServletRequest request;
    private final long most;
    private final Arrivals arrivals;
    private final ServletInputStream input;
    private final long length;

    private final ReentrantLock lock = new ReentrantLock();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final byte[] chunk = new byte[CHUNK];
    private int kept;
    private @Nullable ApiProblem refusal;
    private boolean isRefused;
    private boolean isOver;
    private boolean isEnded;

    /** What is to be done once it is known whether the rest arrives. */
    private record Waiting(
            AsyncContext async,
            Function<String, ApiAnswer> whole,
            Function<ApiProblem, Answer> refused,
            Future<?> deadline) {}

    private @Nullable Waiting waiting;

    /** @throws ApiProblem if its head says that it is no JSON or too large */
    ArrivingBody(HttpServletRequest request, long most, Arrivals arrivals) {
        JsonOnly.check(request);
        this.request = request;
        this.most = most;
        this.arrivals = arrivals;
        this.length = request.getContentLengthLong();
        if (length > most) {
            throw tooLarge();
        }
        try {
            this.input = request.getInputStream();
        } catch (IOException e) {
            throw cutOff();
        }
    }

    /**
     * The whole body if it is there, else null. Waits where the container or the application leaves no choice.
     *
     * @throws ApiProblem if it is too large, too slow or no UTF-8
     */
    @Nullable
    String now() {
        try {
            if (!ApiFilter.isInputOfContainer(request, input)) {
                return waited();
            }
            while (bytes.size() < length && input.available() > 0) {
                int read = input.read(chunk, 0, (int) Math.min(CHUNK, length - bytes.size()));
                if (read < 0) {
                    throw cutOff();
                }
                bytes.write(chunk, 0, read);
            }
            return bytes.size() == length || input.isFinished() ? text() : null;
        } catch (IOException e) {
            throw cutOff();
        }
    }

    private String waited() throws IOException {
        long start = System.nanoTime();
        for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
            bytes.write(chunk, 0, read);
            if (bytes.size() > most) {
                throw tooLarge();
            }
            if (System.nanoTime() - start > arrivals.longest().toNanos()) {
                throw tooSlow();
            }
        }
        return text();
    }

    private String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ApiProblem.invalid("The request must be in UTF-8");
        }
    }

    /** Answers when the rest has arrived, or when it is not waited for any more. */
    void await(AsyncContext async, Function<String, ApiAnswer> whole, Function<ApiProblem, Answer> refused) {
        waiting = new Waiting(async, whole, refused, arrivals.after(arrivals.longest(), () -> refuse(tooSlow())));
        arrivals.add(this);
        input.setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        lock.lock();
        try {
            act();
            while (!isEnded && input.isReady()) {
                int read = input.read(chunk);
                if (read < 0) {
                    return;
                }
                if (!isRefused) {
                    keep(read);
                    act();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void keep(int read) {
        bytes.write(chunk, 0, read);
        kept += read;
        boolean isRoom = arrivals.keep(read);
        if (bytes.size() > most) {
            refusal = tooLarge();
        } else if (!isRoom) {
            refusal = new ApiProblem(
                            ApiProblem.TOO_MANY, "too-many-requests", "Too many large requests arrive at the same time")
                    .retryAfter(Duration.ofSeconds(1))
                    .closing();
        }
    }

    /** Does what another thread may have left to do. */
    private void act() {
        if (refusal != null && !isRefused && !isEnded) {
            isRefused = true;
            free();
            isOver = !isWritten(refusal) || arrivals.isStopping();
            if (!isOver) {
                var unused = arrivals.after(LINGER, () -> onServer(this::lingered));
            }
        }
        if (isOver) {
            end();
        }
    }

    @Override
    public void onAllDataRead() {
        if (isFirst()) {
            Waiting known = known();
            answer(known).begin(known.async());
        } else {
            end();
        }
    }

    private ApiAnswer answer(Waiting known) {
        try {
            return known.whole().apply(text());
        } catch (ApiProblem problem) {
            return known.refused().apply(problem);
        }
    }

    @Override
    public void onError(Throwable cause) {
        log.debug("The rest of a request did not arrive", cause);
        if (isFirst()) {
            var unused = isWritten(cause instanceof SocketTimeoutException ? tooSlow() : cutOff());
            complete();
        } else if (isEndedNow()) {
            complete();
        }
    }

    private boolean isWritten(ApiProblem problem) {
        try {
            Waiting known = known();
            known.refused().apply(problem).writeNow(known.async());
            return true;
        } catch (IOException | RuntimeException e) {
            log.debug("A refusal did not reach its client", e);
            return false;
        }
    }

    @Override
    public void refuse(ApiProblem problem) {
        onServer(() -> inTurn(() -> refusal = refusal == null ? problem : refusal));
    }

    private void lingered() {
        inTurn(() -> isOver = true);
    }

    /**
     * Acts on a change while nothing else happens to the connection: the container has a lock for that, and calls
     * {@link #onDataAvailable} with it. So this must not be called with the lock of this object.
     */
    private void inTurn(Runnable change) {
        locked(change);
        try {
            RequestInput.read(request);
            locked(this::act);
        } catch (IllegalStateException e) {
            log.debug("The request has ended already", e);
        }
    }

    private void locked(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /** Ends what was refused, whether the rest has arrived or not. */
    private void end() {
        if (isEndedNow()) {
            RequestInput.drop(request);
            complete();
        }
    }

    /** Whether nothing was answered yet; then it is up to the caller. */
    private boolean isFirst() {
        lock.lock();
        try {
            boolean isFirst = !isEnded && !isRefused;
            if (isFirst) {
                isEnded = true;
                free();
            }
            return isFirst;
        } finally {
            lock.unlock();
        }
    }

    private boolean isEndedNow() {
        lock.lock();
        try {
            boolean isOpen = !isEnded;
            isEnded = true;
            return isOpen;
        } finally {
            lock.unlock();
        }
    }

    private void free() {
        known().deadline().cancel(false);
        arrivals.remove(this, kept);
    }

    private void onServer(Runnable task) {
        try {
            known().async().start(task);
        } catch (RuntimeException e) {
            log.debug("The server takes no more answers", e);
            lingered();
        }
    }

    private void complete() {
        EndOnError.complete(known().async());
    }

    private Waiting known() {
        return Objects.requireNonNull(waiting);
    }

    private ApiProblem tooLarge() {
        return new ApiProblem(ApiProblem.TOO_LARGE, "too-large", "The request must have at most " + most + " bytes")
                .closing();
    }

    private ApiProblem tooSlow() {
        return new ApiProblem(
                        ApiProblem.TIMEOUT,
                        "too-slow",
                        "The request must arrive within " + arrivals.longest().toSeconds() + " s")
                .closing();
    }

    private static ApiProblem cutOff() {
        return ApiProblem.invalid("The request was cut off, or a chunk of it is malformed")
                .closing();
    }
}
