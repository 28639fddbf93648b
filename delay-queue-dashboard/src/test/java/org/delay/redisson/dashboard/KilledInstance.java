package org.delay.redisson.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.tck.server.RedisServer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An instance in a JVM of its own, which begins a task and is killed. Its task counts as interrupted sooner than others do. */
final class KilledInstance {

    static final int LETTERS = 90;

    private static final Duration LIFE = Duration.ofSeconds(6);

    private KilledInstance() {}

    static Process start(RedisServer redis, String topic) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:MetaspaceSize=256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledInstance.class.getName(),
                        String.valueOf(redis.port()),
                        topic)
                .inheritIO()
                .start();
    }

    public static void main(String[] arguments) {
        DeadLetterTasks tasks = new SpringApplicationBuilder(Shop.Application.class, ShortLived.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--delay.redisson.enable=true",
                        "--delay.redisson.auto-startup=false",
                        "--spring.data.redis.port=" + arguments[0],
                        "--spring.main.banner-mode=off")
                .getBean(DeadLetterTasks.class);
        tasks.begin(
                Access.full("bob"),
                BulkRequest.Change.REDRIVE,
                DeadLetterFilter.of(arguments[1]).withLimit(LETTERS),
                5);
    }

    @Configuration(proxyBeanMethods = false)
    static class ShortLived {

        @Bean
        QueueDecorator shortLivedTasks() {
            return queue -> new ForwardingDelayQueue(queue) {
                @Override
                public BulkTask beginTask(String id, BulkRequest request, Duration life) {
                    return super.beginTask(id, request, LIFE);
                }
            };
        }
    }
}
