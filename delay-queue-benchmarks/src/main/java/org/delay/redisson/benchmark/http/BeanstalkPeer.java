package org.delay.redisson.benchmark.http;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** beanstalkd: a queue in memory, written in C, with a protocol of its own. Several messages are several commands in a pipeline. */
record BeanstalkPeer(ChildProcess server, int port) implements Peer {

    static final String SUBJECT = "beanstalkd";

    private static final String PROGRAM = "beanstalkd";
    private static final int BULK = 100;
    private static final BeanstalkFraming FRAMING = new BeanstalkFraming();

    static boolean isInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PROGRAM)));
    }

    static Peer open(HttpLab lab) throws Exception {
        int port = ChildProcess.freePort();
        List<String> command = List.of(PROGRAM, "-l", "127.0.0.1", "-p", Integer.toString(port));
        return new BeanstalkPeer(ChildProcess.start(PROGRAM, port, command), port);
    }

    @Override
    public boolean isCompiledWhileItRuns() {
        return false;
    }

    @Override
    public ProcessHandle process() {
        return server.handle();
    }

    /** Its first commands choose the topic; their answers come before the first call's, and are not told. */
    @Override
    public Wire connect(Wires wires, String topic) throws IOException {
        Wire wire = wires.open(port, FRAMING);
        boolean[] isDone = new boolean[1];
        wire.call(new Request("use " + topic + "\r\nwatch " + topic + "\r\n", 2), answer -> isDone[0] = true);
        wires.run(() -> isDone[0], Wires.Pace.NONE);
        return wire;
    }

    private static String put(String body, int delaySeconds) {
        return "put 0 " + delaySeconds + " 60 " + body.length() + "\r\n" + body + "\r\n";
    }

    @Override
    public Request send(String topic, String body, int delaySeconds) {
        return new Request(put(body, delaySeconds), 1);
    }

    @Override
    public int bulk() {
        return BULK;
    }

    @Override
    public Request sendAll(String topic, List<String> bodies, int delaySeconds) {
        return new Request(
                bodies.stream().map(body -> put(body, delaySeconds)).collect(Collectors.joining()), bodies.size());
    }

    @Override
    public Request receive(String topic, int most, List<String> handles) {
        String text = handles.stream().map(id -> "delete " + id + "\r\n").collect(Collectors.joining())
                + "reserve-with-timeout 20\r\n"
                + "reserve-with-timeout 0\r\n".repeat(most - 1);
        return new Request(text, handles.size() + most);
    }

    /** Lines such as {@code RESERVED <id> <bytes>}, each followed by its body. */
    @Override
    public Received received(String answer) {
        Received received = new Received(new ArrayList<>(), new ArrayList<>());
        String beginning = "RESERVED ";
        for (int at = answer.indexOf(beginning); at >= 0; at = answer.indexOf(beginning, at)) {
            int body = answer.indexOf('\n', at) + 1;
            int end = answer.indexOf('\r', body);
            received.handles().add(answer.substring(at, body).split(" ", -1)[1]);
            received.bodies().add(answer.substring(body, end));
            at = end;
        }
        return received;
    }

    @Override
    public void close() {
        server.close();
    }
}
