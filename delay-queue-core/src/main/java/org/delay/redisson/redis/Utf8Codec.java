package org.delay.redisson.redis;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.Encoder;

/**
 * Text, as {@link StringCodec} has it, whose arguments are arrays that nobody must give back. Redisson makes two buffers
 * for each argument of a script, and taking them from a pool costs more than all else of a call with many arguments.
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
