package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Receipt.Outcome;

/** Makes the script calls that store messages, and tells sends their outcomes. */
@RequiredArgsConstructor
final class SendCalls {

    /** The message must be created in another shard. */
    private static final String ABSENT = "ABSENT";

    private static final String DUPLICATE = "DUPLICATE";

    private final ScheduleScripts scripts;
    private final ServiceStorage storage;

    /** How long a call may be on its way. */
    Duration time() {
        return scripts.time();
    }

    CompletableFuture<List<Object>> call(SendLane lane, List<PendingSend> batch) {
        try {
            return lane.isNew() ? callNew(lane, batch) : callAny(lane, batch);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<List<Object>> callNew(SendLane lane, List<PendingSend> batch) {
        List<Object> args = new ArrayList<>(4 + batch.size() * 4);
        args.addAll(List.of(lane.epoch(), lane.topic(), storage.wakeUps().forScripts(lane.shard()), lane.shard()));
        for (PendingSend send : batch) {
            EncodedMessage message = send.message();
            args.addAll(List.of(message.id(), message.when(), message.priority(), message.stored()));
        }
        List<Object> keys = storage.keys().of(Script.SCHEDULE_NEW, lane.shard(), lane.topic());
        return scripts.scheduleNew(lane.shard(), end(batch), keys, args.toArray());
    }

    private CompletableFuture<List<Object>> callAny(SendLane lane, List<PendingSend> batch) {
        List<Object> args = new ArrayList<>(5 + batch.size() * 5);
        args.addAll(List.of(
                lane.epoch(),
                lane.topic(),
                storage.wakeUps().forScripts(lane.shard()),
                lane.shard(),
                lane.onlyIfPresent() ? 1 : 0));
        for (PendingSend send : batch) {
            EncodedMessage message = send.message();
            args.addAll(List.of(message.id(), message.when(), message.priority(), send.policy(), message.stored()));
        }
        List<Object> keys = storage.keys().of(Script.SCHEDULE, lane.shard(), lane.topic());
        return scripts.schedule(lane.shard(), end(batch), keys, args.toArray());
    }

    /**
     * The earliest end of the sends in the call. A send that fails at its end tells its caller that no call can store the
     * message from then on, so the whole call must not store anything later.
     */
    private static long end(List<PendingSend> batch) {
        long now = System.nanoTime();
        return now + batch.stream().mapToLong(send -> send.end() - now).min().orElse(0);
    }

    /** Ends the sends of an answered call, and returns those that must be made in another shard. */
    List<PendingSend> answered(List<PendingSend> batch, List<Object> answer) {
        int confirmed = scripts.confirmed(answer);
        List<PendingSend> elsewhere = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            PendingSend send = batch.get(i);
            String outcome = (String) answer.get(2 + i * 2);
            switch (outcome) {
                case ABSENT -> {
                    send.nextHome();
                    elsewhere.add(send);
                }
                case DUPLICATE -> send.duplicate();
                default -> {
                    if (confirmed < scripts.wanted()) {
                        send.notReplicated(confirmed, scripts.wanted());
                    } else {
                        send.accepted(Outcome.valueOf(outcome), Instant.ofEpochMilli((Long) answer.get(3 + i * 2)));
                    }
                }
            }
        }
        return elsewhere;
    }
}
