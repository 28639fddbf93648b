package org.delay.redisson.redis;

import static java.util.Comparator.comparingLong;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.DeadLetterGroups.Group;
import org.delay.redisson.DelayQueueMessage.KeyMatches;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/** Reads many messages to find those with a key, or why they died. Examines a few in each call, so that others hardly wait. */
@RequiredArgsConstructor
final class MessageReports {

    private static final int PER_CALL = 200;
    private static final int BYTES_PER_CALL = 2 * 1024 * 1024;
    private static final int MOST_MATCHES = 100;

    private final ScriptRunner scripts;
    private final AllShards allShards;
    private final MessageQueries queries;
    private final Keys keys;

    DeadLetterGroups deadByError(String topic, int most) {
        int shards = allShards.count(topic);
        Map<String, Group> groups = new LinkedHashMap<>();
        long examined = 0;
        long dead = 0;
        for (int shard = 0; shard < shards; shard++) {
            long offset = 0;
            long inShard;
            do {
                long left = most - examined;
                List<Object> answer = run(
                        topic,
                        Script.DEAD_GROUPS,
                        keys.of(Script.DEAD_GROUPS, shard, topic),
                        offset,
                        Math.min(PER_CALL, left),
                        BYTES_PER_CALL);
                inShard = (Long) answer.get(0);
                long now = (Long) answer.get(1);
                offset += now;
                examined += now;
                add((List<?>) answer.get(2), groups);
                if (now == 0) {
                    break;
                }
            } while (offset < inShard && examined < most);
            dead += inShard;
        }
        List<Group> largestFirst = groups.values().stream()
                .sorted(comparingLong(Group::number).reversed())
                .toList();
        return new DeadLetterGroups(largestFirst, examined, dead);
    }

    private static void add(List<?> answer, Map<String, Group> groups) {
        for (int i = 0; i < answer.size(); i += 4) {
            Group group = new Group(
                    (String) answer.get(i), (Long) answer.get(i + 1), time((String) answer.get(i + 2)), time((String)
                            answer.get(i + 3)));
            groups.merge(group.firstLine(), group, Group::plus);
        }
    }

    private static Instant time(String score) {
        return Instant.ofEpochMilli((long) Double.parseDouble(score));
    }

    KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most) {
        int shards = allShards.count(topic);
        Position at = Position.read(cursor);
        List<StoredMessage> found = new ArrayList<>();
        long examined = 0;
        while (at != null && examined < most && found.size() < MOST_MATCHES) {
            List<Object> answer = run(
                    topic,
                    Script.FIND_KEY,
                    queries.keys(topic, at.state(), at.shard()),
                    at.offset(),
                    Math.min(PER_CALL, most - examined),
                    BYTES_PER_CALL,
                    key,
                    MOST_MATCHES - found.size());
            long now = (Long) answer.get(1);
            examined += now;
            found.addAll(queries.messages(topic, at.state(), (List<?>) answer.get(2)));
            at = at.after(now, (Long) answer.get(0), shards);
        }
        return new KeyMatches(found, examined, at == null ? null : at.toString());
    }

    private List<Object> run(String topic, Script script, List<Object> scriptKeys, Object... args) {
        return ScriptRunner.await(scripts.run(script, scriptKeys, args), topic, List.of());
    }

    /** Where a search goes on. */
    private record Position(State state, int shard, long offset) {

        private static final Pattern TEXT = Pattern.compile("(DUE|LEASED|DEAD):(\\d{1,4}):(\\d{1,18})");

        static @Nullable Position read(@Nullable String text) {
            if (text == null) {
                return new Position(State.DUE, 0, 0);
            }
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("cursor must be one that a page gave, but is '" + text + "'");
            }
            return new Position(
                    State.valueOf(matcher.group(1)),
                    Integer.parseInt(matcher.group(2)),
                    Long.parseLong(matcher.group(3)));
        }

        /** Behind those that were examined, or null at the end. */
        @Nullable
        Position after(long examined, long all, int shards) {
            if (examined > 0 && offset + examined < all) {
                return new Position(state, shard, offset + examined);
            }
            if (shard + 1 < shards) {
                return new Position(state, shard + 1, 0);
            }
            return switch (state) {
                case DUE -> new Position(State.LEASED, 0, 0);
                case LEASED -> new Position(State.DEAD, 0, 0);
                case DEAD -> null;
            };
        }

        @Override
        public String toString() {
            return state + ":" + shard + ":" + offset;
        }
    }
}
