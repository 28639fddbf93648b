package org.delay.redisson.http.webhook;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import lombok.RequiredArgsConstructor;
import org.apache.hc.client5.http.DnsResolver;
import org.delay.redisson.engine.time.Ticker;

/**
 * Resolves hosts within a time limit, which the JDK's resolver does not have. A host is asked for by one thread at a time, so that
 * name servers that do not answer hold no more threads than there are hosts. Used by many threads.
 */
@RequiredArgsConstructor
final class TimedDnsResolver implements DnsResolver {

    private final DnsResolver resolver;
    private final Duration longest;
    private final Ticker ticker;
    private final Map<String, Lookup> lookups = new ConcurrentHashMap<>();

    private record Lookup(FutureTask<InetAddress[]> answer, long deadline) {}

    /** @throws UnknownHostException if the time limit of the lookup passes too, whoever began it */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        Lookup lookup = lookups.computeIfAbsent(host, this::begin);
        try {
            return lookup.answer().get(lookup.deadline() - ticker.nanos(), NANOSECONDS);
        } catch (TimeoutException e) {
            throw new UnknownHostException("its address was not found within " + longest.toMillis() + " ms");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException("the search for its address was ended");
        }
    }

    private Lookup begin(String host) {
        FutureTask<InetAddress[]> answer = new FutureTask<>(() -> resolver.resolve(host)) {
            @Override
            protected void done() {
                lookups.remove(host);
            }
        };
        Thread thread = new Thread(answer, "delay-queue-webhook-dns");
        thread.setDaemon(true);
        thread.start();
        return new Lookup(answer, ticker.nanos() + longest.toNanos());
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }
}
