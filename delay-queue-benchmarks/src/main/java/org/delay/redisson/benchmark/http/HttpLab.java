package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.benchmark.workload.MavenClassPath;
import org.jspecify.annotations.Nullable;

/** What the servers of a run need. */
final class HttpLab {

    private static final Path ELASTIC_MQ = Path.of("src", "elasticmq");
    private static final AtomicInteger TOPICS = new AtomicInteger();

    private @Nullable String elasticMq;

    /** @throws IOException if Maven can't download it */
    String elasticMq() throws IOException {
        if (elasticMq == null) {
            elasticMq = MavenClassPath.of(Path.of(System.getProperty("benchmark.maven", "")), ELASTIC_MQ);
        }
        return elasticMq;
    }

    static String newTopic() {
        return "topic-" + TOPICS.incrementAndGet();
    }
}
