package org.delay.redisson.redis;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.Encoder;

/**
 * Text as in {@link StringCodec}, but in arrays rather than pooled buffers. Redisson makes two buffers for each argument of a
 * script, and pooled ones would cost more than everything else in a call with many arguments.
 */
final class Utf8Codec extends StringCodec {

    static final Utf8Codec INSTANCE = new Utf8Codec();

    private static final Encoder ENCODER =
            in -> Unpooled.wrappedBuffer(in.toString().getBytes(StandardCharsets.UTF_8));

    private Utf8Codec() {}

    @Override
    public Encoder getValueEncoder() {
        return ENCODER;
    }

    @Override
    public Encoder getEncoder() {
        return ENCODER;
    }
}
