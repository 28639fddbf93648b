package org.delay.redisson.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/** Reads messages without changing them. */
final class MessageQueries {

    private static final int MAX_LIMIT = 1000;
    private static final int BYTES_OF_PAGE = 2 * 1024 * 1024;

    /** How many values of an answer stand for one message. */
    private static final int WIDTH = 4;

    /** What a score holds beside the due time: 10^13 for each step of priority below 9. */
    private static final long BAND = 10_000_000_000_000L;

    private final ScriptRunner scripts;
    private final ShardMapLoader shardMaps;
    private final ServiceStorage storage;

    MessageQueries(ScriptRunner scripts, ShardMapLoader shardMaps, ServiceStorage storage) {
        this.scripts = scripts;
        this.shardMaps = shardMaps;
        this.storage = storage;
    }

    Optional<StoredMessage> find(String topic, String id) {
        return ScriptRunner.await(
                shardMaps.call(map -> find(map, map.homes(id), topic, id, Optional.empty())), topic, List.of(id));
    }

    /** Asks each shard that may hold the id, until one has a live message. Otherwise returns the dead letter, if there is one. */
    private CompletableFuture<Optional<StoredMessage>> find(
            ShardMap map, List<Integer> homes, String topic, String id, Optional<StoredMessage> dead) {
        if (homes.isEmpty()) {
            return CompletableFuture.completedFuture(dead);
        }
        return find(map, homes.get(0), topic, id).thenCompose(found -> {
            if (found.isPresent() && found.get().state() != State.DEAD) {
                return CompletableFuture.completedFuture(found);
            }
            return find(map, homes.subList(1, homes.size()), topic, id, dead.or(() -> found));
        });
    }

    private CompletableFuture<Optional<StoredMessage>> find(ShardMap map, int shard, String topic, String id) {
        return scripts.run(Script.FIND, storage.keys().of(Script.FIND, shard, topic), map.epoch(), id)
                .thenApply(answer -> {
                    if (answer.isEmpty()) {
                        return Optional.empty();
                    }
                    if (answer.get(0).equals(StaleShardMap.ANSWER)) {
                        throw new StaleShardMap();
                    }
                    State state = State.valueOf((String) answer.get(0));
                    return Optional.of(message(topic, state, id, answer.subList(1, WIDTH)));
                });
    }

    Page list(String topic, State state, @Nullable String cursor, int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", but is " + limit);
        }
        Cursor at = Cursor.read(cursor);
        int shards = ScriptRunner.await(shardMaps.reload(), topic, List.of()).shards();
        List<StoredMessage> messages = new ArrayList<>();
        boolean full = false;
        while (at.shard() < shards && !full) {
            List<Object> answer = ScriptRunner.await(
                    scripts.run(
                            Script.LIST,
                            keys(topic, state, at.shard()),
                            at.offset(),
                            limit - messages.size(),
                            BYTES_OF_PAGE),
                    topic,
                    List.of());
            List<?> rows = (List<?>) answer.get(1);
            messages.addAll(messages(topic, state, rows));
            long left = (Long) answer.get(0) - at.offset() - rows.size() / WIDTH;
            full = messages.size() == limit || left > 0;
            at = left > 0 ? new Cursor(at.shard(), at.offset() + rows.size() / WIDTH) : new Cursor(at.shard() + 1, 0);
        }
        return new Page(messages, at.shard() < shards ? at.toString() : null);
    }

    /** Of a script that reads messages in one state: their ids, what is held, and their bodies. */
    List<Object> keys(String topic, State state, int shard) {
        Keys keys = storage.keys();
        String ids = keys.ofTopic(state.name().toLowerCase(Locale.ROOT), shard, topic);
        String bodies = keys.ofTopic(state == State.DEAD ? "dead-body" : "body", shard, topic);
        return List.of(ids, keys.ofTopic("held", shard, topic), bodies);
    }

    /** @param rows id, score, entry in held, body or dead body of each */
    List<StoredMessage> messages(String topic, State state, List<?> rows) {
        List<StoredMessage> messages = new ArrayList<>(rows.size() / WIDTH);
        for (int i = 0; i < rows.size(); i += WIDTH) {
            messages.add(message(topic, state, (String) rows.get(i), rows.subList(i + 1, i + WIDTH)));
        }
        return messages;
    }

    /** @param row score, entry in held, body or dead body */
    private StoredMessage message(String topic, State state, String id, List<?> row) {
        long score = (long) Double.parseDouble((String) row.get(0));
        String text = (String) row.get(2);
        DeliveryState held = DeliveryState.read((String) row.get(1));
        String error = null;
        if (state == State.DEAD) {
            int line = text == null ? -1 : text.indexOf('\n');
            String firstLine = line < 0 ? "" : text.substring(0, line);
            held = DeliveryState.read(firstLine);
            error = DeliveryState.errorOf(firstLine);
            text = line < 0 ? null : text.substring(line + 1);
        }
        Instant at = Instant.ofEpochMilli(state == State.DUE ? score % BAND : score);
        if (held == null) {
            int priority = state == State.DUE ? 9 - (int) (score / BAND) : OutgoingMessage.DEFAULT_PRIORITY;
            held = new DeliveryState(priority, at, 0, 0);
        }
        StoredBody stored = StoredBody.read(text, storage.formats());
        DelayedMessage message = new DelayedMessage(
                topic,
                id,
                stored.body(),
                stored.key(),
                stored.headers(),
                held.firstDue(),
                held.priority(),
                held.failures() + held.leaseExpirations() + 1);
        return new StoredMessage(
                message, state, at, stored.timeToLive(), held.failures(), held.leaseExpirations(), error);
    }

    /** Where the next page begins. */
    private record Cursor(int shard, long offset) {

        private static final Pattern TEXT = Pattern.compile("(\\d{1,4}):(\\d{1,18})");

        static Cursor read(@Nullable String text) {
            if (text == null) {
                return new Cursor(0, 0);
            }
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("cursor must be one that a page gave, but is '" + text + "'");
            }
            return new Cursor(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
        }

        @Override
        public String toString() {
            return shard + ":" + offset;
        }
    }
}
