package org.delay.redisson.tck.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortTest {

    private static final int PORTS = 2_000;
    private static final int THREADS = 3;

    /** They inherit the sockets that are open when they are started. */
    @Test
    void aPortStaysFreeWhileProcessesAreStarted() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> starting = Stream.generate(() -> new Thread(() -> startProcesses(over)))
                .limit(THREADS)
                .toList();
        starting.forEach(Thread::start);
        try {
            for (int i = 0; i < PORTS; i++) {
                int port = FreePort.next();
                try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    assertThat(server.isBound()).isTrue();
                }
            }
        } finally {
            over.set(true);
            for (Thread thread : starting) {
                thread.join();
            }
        }
    }

    private static void startProcesses(AtomicBoolean over) {
        while (!over.get()) {
            try {
                new ProcessBuilder("true").start().waitFor();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
