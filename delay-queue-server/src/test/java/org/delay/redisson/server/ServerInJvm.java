package org.delay.redisson.server;

import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The server in this JVM, where it starts faster than as a process. */
final class ServerInJvm extends Server implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private ServerInJvm(ConfigurableApplicationContext context) {
        super(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));
        this.context = context;
    }

    /** With {@link #TOKEN}, which may do everything, on this Redis. One at a time, since Spring Boot sets up logging for all. */
    static synchronized ServerInJvm start(int redis, String... more) {
        String[] arguments = Stream.concat(Stream.of("server.port=0"), Arrays.stream(properties(redis, more)))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new ServerInJvm(SpringApplication.run(DelayQueueServer.class, arguments));
    }

    @Override
    public void close() {
        context.close();
    }
}
