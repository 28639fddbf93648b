package org.delay.redisson.benchmark.contender;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * A common home-made solution: a sorted set, and four threads with a script that reads and deletes one due message.
 * They sleep 100 ms if there is none. A message that was read is lost if its receiver dies.
 */
public final class ZsetLoopContender implements Contender {

    private static final int THREADS = 4;
    private static final int SLEEP_MILLIS = 100;

    private static final String GET_AND_DELETE = """
            local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)
            if found[1] then
              redis.call('ZREM', KEYS[1], found[1])
            end
            return found[1]
            """;

    private final RedissonClient client;
    private final RScript scripts;

    private ZsetLoopContender(RedissonClient client) {
        this.client = client;
        this.scripts = client.getScript(StringCodec.INSTANCE);
    }

    public static ZsetLoopContender open(String redis) {
        return new ZsetLoopContender(Clients.of(redis, 0));
    }

    @Override
    public void send(String topic, Parcel parcel) {
        set(topic).add(score(parcel), parcel.body());
    }

    @Override
    public CompletionStage<?> sendAsync(String topic, Parcel parcel) {
        return set(topic).addAsync(score(parcel), parcel.body());
    }

    @Override
    public void sendAll(String topic, List<Parcel> parcels) {
        Map<String, Double> members = new HashMap<>();
        parcels.forEach(parcel -> members.put(parcel.body(), score(parcel)));
        set(topic).addAll(members);
    }

    @Override
    public Reception receive(Collection<String> topics, Consumer<String> receiver) {
        List<Taker> takers = IntStream.range(0, THREADS)
                .mapToObj(i -> Taker.start("zset-" + i, () -> round(topics, receiver)))
                .toList();
        return () -> takers.forEach(Taker::close);
    }

    @Override
    public boolean cancel(String topic, Parcel parcel) {
        return set(topic).remove(parcel.body());
    }

    @Override
    public boolean reschedule(String topic, Parcel parcel, Parcel later) {
        return cancel(topic, parcel) && set(topic).add(score(later), later.body());
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private void round(Collection<String> topics, Consumer<String> receiver) throws InterruptedException {
        boolean any = false;
        for (String topic : topics) {
            String body = next(topic);
            if (body != null) {
                any = true;
                receiver.accept(body);
            }
        }
        if (!any) {
            Thread.sleep(SLEEP_MILLIS);
        }
    }

    private @Nullable String next(String topic) {
        return scripts.eval(
                RScript.Mode.READ_WRITE,
                GET_AND_DELETE,
                RScript.ReturnType.VALUE,
                List.of(topic),
                Long.toString(System.currentTimeMillis()));
    }

    private RScoredSortedSet<String> set(String topic) {
        return client.getScoredSortedSet(topic);
    }

    private static double score(Parcel parcel) {
        return parcel.due().toEpochMilli();
    }
}
