package org.delay.redisson.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Stands between clients and a server: passes all they say, and the answers as long as the gate is open. */
final class AnswerGate implements AutoCloseable {

    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch open = new CountDownLatch(0);

    AnswerGate() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    int port() {
        return listener.getLocalPort();
    }

    /** @param server host and port */
    void openTo(String server) {
        int port = Integer.parseInt(server.substring(server.indexOf(':') + 1));
        start(() -> {
            while (true) {
                Socket client = listener.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.add(client);
                sockets.add(behind);
                start(() -> pass(client, behind, false));
                start(() -> pass(behind, client, true));
            }
        });
    }

    void holdAnswers() {
        open = new CountDownLatch(1);
    }

    void letAnswersPass() {
        open.countDown();
    }

    @Override
    public void close() throws IOException {
        letAnswersPass();
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void pass(Socket from, Socket to, boolean answers) throws IOException, InterruptedException {
        byte[] buffer = new byte[65_536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (answers) {
                    open.await();
                }
                out.write(buffer, 0, length);
            }
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException e) {
                        // A side has hung up.
                    }
                },
                "answer-gate");
        thread.setDaemon(true);
        thread.start();
    }

    private interface Work {

        void run() throws IOException, InterruptedException;
    }
}
