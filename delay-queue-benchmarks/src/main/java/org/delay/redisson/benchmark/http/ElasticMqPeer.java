package org.delay.redisson.benchmark.http;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** ElasticMQ: a queue in memory, with the protocol of Amazon SQS. */
record ElasticMqPeer(ChildProcess server, int port) implements Peer {

    static final String SUBJECT = "ElasticMQ";

    private static final int MOST = 10;
    private static final HttpFraming FRAMING = new HttpFraming();
    private static final AtomicInteger IDS = new AtomicInteger();

    static Peer open(HttpLab lab) throws Exception {
        int port = ChildProcess.freePort();
        return new ElasticMqPeer(
                ChildProcess.start(
                        "elasticmq",
                        port,
                        List.of(
                                ChildProcess.java(),
                                "-Xmx4g",
                                "-Drest-sqs.bind-hostname=127.0.0.1",
                                "-Drest-sqs.bind-port=" + port,
                                "-Drest-stats.enabled=false",
                                // Its default is 1,024.
                                "-Dpekko.http.server.max-connections=8192",
                                "-cp",
                                lab.elasticMq(),
                                "org.elasticmq.server.Main")),
                port);
    }

    @Override
    public ProcessHandle process() {
        return server.handle();
    }

    @Override
    public Wire connect(Wires wires, String topic) throws IOException {
        return wires.open(port, FRAMING);
    }

    @Override
    public void declare(Wires wires, String topic) throws IOException {
        boolean[] isDone = new boolean[1];
        connect(wires, topic)
                .call(post("CreateQueue", "{\"QueueName\":\"" + topic + "\"}"), answer -> isDone[0] = true);
        wires.run(() -> isDone[0], Wires.Pace.NONE);
    }

    private Request post(String action, String json) {
        return new Request(text(action, json), 1);
    }

    private static String text(String action, String json) {
        return "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Amz-Target: AmazonSQS." + action
                + "\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: " + json.length() + "\r\n\r\n"
                + json;
    }

    private String queue(String topic) {
        return "\"QueueUrl\":\"http://127.0.0.1:" + port + "/000000000000/" + topic + "\"";
    }

    @Override
    public Request send(String topic, String body, int delaySeconds) {
        return post(
                "SendMessage",
                "{%s,\"MessageBody\":\"%s\",\"DelaySeconds\":%d}".formatted(queue(topic), body, delaySeconds));
    }

    @Override
    public int bulk() {
        return MOST;
    }

    @Override
    public Request sendAll(String topic, List<String> bodies, int delaySeconds) {
        return post(
                "SendMessageBatch",
                bodies.stream()
                        .map(body -> "{\"Id\":\"m" + IDS.incrementAndGet() + "\",\"MessageBody\":\"" + body
                                + "\",\"DelaySeconds\":" + delaySeconds + "}")
                        .collect(Collectors.joining(",", "{" + queue(topic) + ",\"Entries\":[", "]}")));
    }

    /** Two requests, of which the second follows without waiting for the answer to the first one. */
    @Override
    public Request receive(String topic, int most, List<String> handles) {
        String receive = text(
                "ReceiveMessage",
                "{%s,\"MaxNumberOfMessages\":%d,\"WaitTimeSeconds\":20}".formatted(queue(topic), most));
        if (handles.isEmpty()) {
            return new Request(receive, 1);
        }
        String delete = text(
                "DeleteMessageBatch",
                handles.stream()
                        .map(handle ->
                                "{\"Id\":\"m" + IDS.incrementAndGet() + "\",\"ReceiptHandle\":\"" + handle + "\"}")
                        .collect(Collectors.joining(",", "{" + queue(topic) + ",\"Entries\":[", "]}")));
        return new Request(delete + receive, 2);
    }

    @Override
    public Received received(String answer) {
        return new Received(Texts.after("\"Body\":\"", answer), Texts.after("\"ReceiptHandle\":\"", answer));
    }

    @Override
    public void close() {
        server.close();
    }
}
