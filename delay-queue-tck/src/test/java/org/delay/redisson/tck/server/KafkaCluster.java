package org.delay.redisson.tck.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.delay.redisson.system.ChildJvm;

/**
 * Three brokers in JVMs of their own, each of which is a controller too, so that two of them can work without the third. For
 * one thread.
 */
public final class KafkaCluster implements AutoCloseable {

    private static final int NODES = 3;
    private static final Duration START = Duration.ofMinutes(2);

    private final Path directory;
    private final List<Integer> ports =
            IntStream.range(0, NODES).mapToObj(node -> FreePort.next()).toList();
    private final List<Integer> controllerPorts =
            IntStream.range(0, NODES).mapToObj(node -> FreePort.next()).toList();
    private final List<ChildJvm> nodes = new ArrayList<>();

    private KafkaCluster(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns when all brokers are there.
     *
     * @param directory of their records; it need not be there
     */
    public static KafkaCluster start(Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        KafkaCluster cluster = new KafkaCluster(directory);
        try {
            cluster.start();
            return cluster;
        } catch (Throwable e) {
            cluster.close();
            throw e;
        }
    }

    private void start() throws IOException, InterruptedException {
        String id = Uuid.randomUuid().toString();
        for (int node = 0; node < NODES; node++) {
            write(node);
            nodes.add(launch(node, id));
        }
        for (ChildJvm node : nodes) {
            node.await("starts");
        }
        try (Admin admin = admin()) {
            await().atMost(START)
                    .ignoreExceptions()
                    .until(() -> admin.describeCluster().nodes().get().size() == NODES);
        }
    }

    private void write(int node) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", Integer.toString(node));
        properties.setProperty(
                "controller.quorum.voters",
                IntStream.range(0, NODES)
                        .mapToObj(voter -> voter + "@127.0.0.1:" + controllerPorts.get(voter))
                        .collect(Collectors.joining(",")));
        properties.setProperty(
                "listeners",
                "CLIENT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(ports.get(node), controllerPorts.get(node)));
        properties.setProperty("advertised.listeners", "CLIENT://127.0.0.1:" + ports.get(node));
        properties.setProperty("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("inter.broker.listener.name", "CLIENT");
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("log.dirs", directory.resolve("broker-" + node).toString());
        // By default, a dead broker is noticed after 9 s.
        properties.setProperty("broker.session.timeout.ms", "3000");
        properties.setProperty("broker.heartbeat.interval.ms", "500");
        try (Writer file = Files.newBufferedWriter(settings(node))) {
            properties.store(file, null);
        }
    }

    private Path settings(int node) {
        return directory.resolve("broker-" + node + ".properties");
    }

    private ChildJvm launch(int node, String clusterId) throws IOException {
        return ChildJvm.start(Node.class, ChildJvm.QUICK, settings(node).toString(), clusterId);
    }

    /** The addresses of all brokers. */
    public String bootstrapServers() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Creates a topic with one partition on all brokers, of which {@code inSync} must have a record before it is confirmed. */
    public void createTopic(String topic, int inSync) throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.of((short) NODES))
                            .configs(Map.of("min.insync.replicas", Integer.toString(inSync)))))
                    .all()
                    .get();
        }
    }

    /** The broker that leads the partition of a topic. */
    public int leader(String topic) throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            return partition(admin, topic).leader().id();
        }
    }

    /** The broker whose number follows; the first one after the last. */
    public int after(int node) {
        return (node + 1) % NODES;
    }

    /** Waits until all brokers have all records of a topic. */
    public void awaitInSync(String topic) {
        try (Admin admin = admin()) {
            await().atMost(START)
                    .ignoreExceptions()
                    .until(() -> partition(admin, topic).isr().size() == NODES);
        }
    }

    private static TopicPartitionInfo partition(Admin admin, String topic)
            throws ExecutionException, InterruptedException {
        return admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .partitions()
                .get(0);
    }

    /** SIGKILL. */
    public void kill(int node) throws InterruptedException {
        nodes.get(node).kill();
    }

    /** Starts a broker again that was killed, with its records. */
    public void restart(int node) throws IOException {
        nodes.set(node, launch(node, ""));
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    @Override
    public void close() throws InterruptedException {
        for (ChildJvm node : nodes) {
            node.close();
        }
    }

    /** One of them. With the id of a cluster, it formats its directory first. */
    static final class Node {

        private Node() {}

        public static void main(String[] arguments) {
            String settings = arguments[0];
            String clusterId = arguments[1];
            if (!clusterId.isEmpty()) {
                StorageTool.execute(
                        new String[] {"format", "--cluster-id", clusterId, "--config", settings}, System.err);
            }
            Thread parent = new Thread(ChildJvm::listen, "parent");
            parent.setDaemon(true);
            parent.start();
            ChildJvm.tell("starts");
            Kafka.main(new String[] {settings});
        }
    }
}
