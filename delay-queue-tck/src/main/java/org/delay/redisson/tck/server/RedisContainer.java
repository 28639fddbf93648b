package org.delay.redisson.tck.server;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;

/**
 * A Redis or Valkey in a container. On the host's network, so that its port stays the same over a restart and replicas
 * and Cluster nodes find one another under the addresses that they announce.
 */
final class RedisContainer implements ServerProcess {

    private static final String SERVER = "$(command -v valkey-server || command -v redis-server)";

    private final GenericContainer<?> container;
    private final int port;
    private final String version;

    private RedisContainer(GenericContainer<?> container, int port) {
        this.container = container;
        this.port = port;
        this.version = readVersion(container);
    }

    static RedisContainer start(String image, int port, String configuration, List<String> options) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            // Another Redis than the one that was asked for would pass for it in the results.
            throw new IllegalStateException(image + " was asked for, and no Docker answers");
        }
        GenericContainer<?> container = new GenericContainer<>(image)
                .withNetworkMode("host")
                .withCopyToContainer(Transferable.of(configuration), "/etc/redis.conf")
                .withCommand("sh", "-c", "exec " + SERVER + " /etc/redis.conf " + String.join(" ", options));
        try {
            container.start();
        } catch (ContainerLaunchException e) {
            throw new IllegalStateException(image + " did not start: " + container.getLogs(), e);
        }
        awaitAnswer(container, port);
        return new RedisContainer(container, port);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean isRunning() {
        return container.isRunning();
    }

    @Override
    public synchronized void kill() {
        if (isRunning()) {
            docker().killContainerCmd(id()).withSignal("KILL").exec();
            awaitEnd();
        }
    }

    @Override
    public synchronized void terminate() {
        if (isRunning()) {
            if (isPaused()) {
                resume();
            }
            docker().stopContainerCmd(id()).exec();
            awaitEnd();
        }
    }

    @Override
    public synchronized void restart() {
        terminate();
        docker().startContainerCmd(id()).exec();
        awaitAnswer(container, port);
    }

    @Override
    public synchronized void pause() {
        docker().pauseContainerCmd(id()).exec();
    }

    @Override
    public synchronized void resume() {
        docker().unpauseContainerCmd(id()).exec();
    }

    @Override
    public synchronized void close() {
        container.stop();
    }

    @Override
    public String toString() {
        return container.getDockerImageName() + " on port " + port;
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }

    private String id() {
        return container.getContainerId();
    }

    private boolean isPaused() {
        return Boolean.TRUE.equals(
                docker().inspectContainerCmd(id()).exec().getState().getPaused());
    }

    private void awaitEnd() {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(RedisPing.TIMEOUT)
                .until(() -> !isRunning());
    }

    private static void awaitAnswer(GenericContainer<?> container, int port) {
        if (!RedisPing.awaitAnswer(port, container::isRunning)) {
            String log = container.getLogs();
            container.stop();
            throw new IllegalStateException("Redis did not start on port " + port + ": " + log);
        }
    }

    private static String readVersion(GenericContainer<?> container) {
        try {
            return ServerVersion.in(
                    container.execInContainer("sh", "-c", SERVER + " --version").getStdout());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking for the version", e);
        }
    }
}
