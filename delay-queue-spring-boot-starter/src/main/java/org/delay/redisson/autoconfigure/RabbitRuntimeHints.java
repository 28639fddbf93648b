package org.delay.redisson.autoconfigure;

import com.rabbitmq.client.Channel;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must contain besides classes: the proxy that stands for a channel while a message is stored. */
final class RabbitRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.proxies().registerJdkProxy(Channel.class);
    }
}
