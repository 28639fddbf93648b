package org.delay.redisson.autoconfigure;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import javax.net.ssl.SSLException;
import lombok.extern.slf4j.Slf4j;
import org.redisson.client.NettyHook;
import org.redisson.client.handler.ErrorsLoggingHandler;

/**
 * Keeps a failed TLS handshake from being logged with its stack trace for each connection that is tried: 586 lines at a start that
 * fails. The call that needs the connection fails with the same cause, which the start failure and the queue's exceptions tell.
 */
@Slf4j
final class QuietTlsFailures implements NettyHook {

    private final Filter filter = new Filter();

    @Override
    public void afterBoostrapInitialization(Bootstrap bootstrap) {}

    @Override
    public void afterChannelInitialization(Channel channel) {
        ChannelHandlerContext logging = channel.pipeline().context(ErrorsLoggingHandler.class);
        if (logging != null) {
            channel.pipeline().addBefore(logging.name(), QuietTlsFailures.class.getName(), filter);
        }
    }

    @Sharable
    private static final class Filter extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof DecoderException && cause.getCause() instanceof SSLException) {
                log.debug("A TLS handshake failed", cause);
            } else {
                context.fireExceptionCaught(cause);
            }
        }
    }
}
