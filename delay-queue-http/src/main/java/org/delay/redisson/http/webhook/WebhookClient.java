package org.delay.redisson.http.webhook;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.delay.redisson.engine.time.Ticker;

/**
 * Posts to receivers: without redirects, retries, cookies, credentials and proxies, and over connections whose addresses the
 * resolver has given. Used by many threads.
 */
final class WebhookClient implements AutoCloseable {

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
    private static final TimeValue LIFE_OF_A_CONNECTION = TimeValue.ofMinutes(1);
    /**
     * More than workers can have calls under way: they bound the calls. A host's calls must not wait for a connection, since receivers that
     * hang may share the host with others.
     */
    private static final int CONNECTIONS = 1_000_000;

    private static final int MAX_HEADERS = 100;
    private static final int MAX_HEADER_LENGTH = 8_192;

    private final CloseableHttpAsyncClient client;
    private final Ticker ticker;

    /**
     * @param resolver decides which addresses may be called; it gets as long as a connection does
     * @param timeout the longest silence of a receiver
     */
    WebhookClient(DnsResolver resolver, SSLContext ssl, Duration timeout, Ticker ticker) {
        this.ticker = ticker;
        Timeout silence = Timeout.of(timeout);
        Duration reach = timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
        Timeout connect = Timeout.of(reach);
        this.client = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setDnsResolver(new TimedDnsResolver(resolver, reach, ticker))
                        .setTlsStrategy(ClientTlsStrategyBuilder.create()
                                .setSslContext(ssl)
                                // The JDK's own check, which is the default, takes a certificate for localhost for
                                // 127.0.0.1.
                                .setHostVerificationPolicy(HostnameVerificationPolicy.BOTH)
                                .buildAsync())
                        .setDefaultTlsConfig(TlsConfig.custom()
                                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                                .setHandshakeTimeout(connect)
                                .build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(connect)
                                .setSocketTimeout(silence)
                                .setTimeToLive(LIFE_OF_A_CONNECTION)
                                .build())
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setMaxConnTotal(CONNECTIONS)
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxHeaderCount(MAX_HEADERS)
                        .setMaxLineLength(MAX_HEADER_LENGTH)
                        .build())
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setSoTimeout(silence)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(silence)
                        .setResponseTimeout(silence)
                        .setRedirectsEnabled(false)
                        .setAuthenticationEnabled(false)
                        .build())
                .addExecInterceptorFirst("cancel", new AllSteps())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .setUserAgent("delay-queue")
                .setThreadFactory(task -> {
                    Thread thread = new Thread(task, "delay-queue-webhook");
                    thread.setDaemon(true);
                    return thread;
                })
                .build();
        client.start();
    }

    /** Begins a call. Waits for the address of the host if it needs a new connection. */
    Call post(URI url, Map<String, String> headers, byte[] json) {
        long began = ticker.nanos();
        HttpRequest request = new BasicHttpRequest(Method.POST, url);
        headers.forEach(request::setHeader);
        Request sending = new Request(request, json);
        CompletableFuture<Answer> head = new CompletableFuture<>();
        Future<Answer> exchange = client.execute(sending, new AnswerReader(head), new FutureCallback<>() {
            @Override
            public void completed(Answer answer) {
                head.complete(answer);
            }

            @Override
            public void failed(Exception cause) {
                head.completeExceptionally(cause);
            }

            @Override
            public void cancelled() {
                head.completeExceptionally(new IOException("The call was ended"));
            }
        });
        return new Call(ticker, began, head, exchange, sending::hasBegun);
    }

    /** Ends all calls. */
    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }

    /** Knows whether any of it may have reached the receiver. */
    private static final class Request extends BasicRequestProducer {

        private volatile boolean begun;

        private Request(HttpRequest request, byte[] json) {
            super(request, new BasicAsyncEntityProducer(json, ContentType.APPLICATION_JSON));
        }

        boolean hasBegun() {
            return begun;
        }

        /** Writes the body, when the head has been written. */
        @Override
        public void produce(DataStreamChannel channel) throws IOException {
            begun = true;
            super.produce(channel);
        }
    }
}
