package org.delay.redisson.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.reliability.LedgerFile;

/**
 * An application that is there to be killed. Arguments: Redis, service, then {@code lease=} in seconds, and
 * {@code kafka=} where, to dispatch to Kafka, with {@code warm=} a topic for which the producer is warm; else it tells of each message that it handles, and ends at once, in the
 * handler, at one whose body is {@code halt}. At one whose body is {@code exit} it ends in order: it stops dispatching.
 *
 * <p>{@code ledger=} a directory has it write there what it sends and handles, under {@code name=}, and tell nothing of that.
 *
 * <p>{@code ack=halt} or {@code ack=block} ends or stops it where it would ack, {@code claim=block} after a claim that
 * got messages. {@code send=} a prefix makes it send as well, to its ledger, until it reads a line: by delays, and by due
 * times of a clock that is right.
 */
public final class DispatchingMain {

    private static final int SENDS = 20;

    private static final Duration PACE = Duration.ofMillis(60);

    private static volatile boolean ended;

    private DispatchingMain() {}

    public static void main(String[] arguments) {
        Map<String, String> options = new HashMap<>();
        Arrays.stream(arguments)
                .skip(2)
                .map(option -> option.split("=", 2))
                .forEach(option -> options.put(option[0], option[1]));
        DispatchSettings settings = DispatchSettings.builder()
                .lease(Duration.ofSeconds(Long.parseLong(options.get("lease"))))
                .maxLeaseExpirations(3)
                .build();
        LedgerFile ledger = options.containsKey("ledger")
                ? LedgerFile.open(Path.of(options.get("ledger")), options.get("name"))
                : null;
        Application application = Application.of(arguments[0], arguments[1]);
        List<String> warm = options.getOrDefault("warm", "").isEmpty() ? List.of() : List.of(options.get("warm"));
        DelayQueueMessageConsumer consumer = options.containsKey("kafka")
                ? application.toKafka(settings, options.get("kafka"), warm)
                : new Handler(message -> {
                    if (message.body().equals("halt")) {
                        Runtime.getRuntime().halt(1);
                    }
                    if (message.body().equals("exit")) {
                        ChildJvm.tell("exits in attempt " + message.attempt());
                        System.exit(1);
                    }
                    if (ledger == null) {
                        ChildJvm.tell("delivered " + message.id());
                    } else {
                        ledger.arrived(message);
                    }
                });
        application.dispatching(settings, DispatchListener.NONE, consumer, hook(options));
        Runtime.getRuntime().addShutdownHook(new Thread(application::close));
        ChildJvm.tell("ready");
        ChildJvm.tell("clock " + System.currentTimeMillis());
        if (options.containsKey("send")) {
            Thread sender = new Thread(() -> send(application, arguments[1], options.get("send"), ledger));
            sender.setDaemon(true);
            sender.start();
        }
        ChildJvm.listen();
        ended = true;
        ChildJvm.listen();
    }

    private static void send(Application application, String topic, String prefix, LedgerFile ledger) {
        for (int number = 0; !ended; number += SENDS) {
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = number; i < number + SENDS; i++) {
                Duration delay = Duration.ofMillis(i % 700);
                OutgoingMessage.Builder message =
                        OutgoingMessage.to(topic).id(prefix + "-" + i).body("body");
                messages.add((i % 2 == 0
                                ? message.delay(delay)
                                : message.dueTime(LedgerFile.now().plus(delay)))
                        .build());
            }
            messages.forEach(ledger::attempted);
            try {
                ledger.accepted(application.queue().schedule(messages));
            } catch (DelayQueueException.PartlySent e) {
                ledger.accepted(e.receipts());
            } catch (DelayQueueException e) {
                ChildJvm.tell("not accepted: " + e.getMessage());
            }
            LockSupport.parkNanos(PACE.toNanos());
        }
        ChildJvm.tell("stopped");
    }

    private static UnaryOperator<DispatchOperations> hook(Map<String, String> options) {
        return queue -> Hooked.on(queue, (method, arguments, call) -> {
            if (method.equals("ack") && options.containsKey("ack")) {
                ChildJvm.tell("acks");
                if (options.get("ack").equals("halt")) {
                    Runtime.getRuntime().halt(1);
                }
                new CountDownLatch(1).await();
            }
            Object answer = call.call();
            if (method.equals("claim")
                    && options.containsKey("claim")
                    && !((DispatchOperations.ClaimResult) answer).messages().isEmpty()) {
                ChildJvm.tell("claimed");
                new CountDownLatch(1).await();
            }
            return answer;
        });
    }
}
