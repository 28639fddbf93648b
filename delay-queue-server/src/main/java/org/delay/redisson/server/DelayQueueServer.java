package org.delay.redisson.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Delayed messages for applications in any language, over HTTP. */
@SpringBootApplication
public class DelayQueueServer {

    /** Starts the server. Without tokens it prints one and ends with status 1. */
    public static void main(String[] arguments) {
        SpringApplication server = new SpringApplication(DelayQueueServer.class);
        server.addInitializers(new EmbeddedRedis(), new FirstToken(System.out));
        try {
            server.run(arguments);
        } catch (AbandonedRunException noToken) {
            System.exit(1);
        }
    }
}
