package org.delay.redisson.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DeadLetterPage.Letter;
import org.jspecify.annotations.Nullable;

/** Finds dead letters that match, a few at a time: shard by shard, the oldest first. */
@RequiredArgsConstructor
final class DeadLetterSearch {

    /** Longer scripts would delay the calls of others. */
    private static final int BYTES_PER_CALL = 2 * 1024 * 1024;

    private final ScriptRunner scripts;
    private final ShardMapLoader shardMaps;
    private final Keys keys;

    /** The next ones of a shard. */
    Found inShard(int shard, DeadLetterFilter filter, Found before, int most) {
        List<Object> answer = ScriptRunner.await(
                scripts.run(
                        Script.FIND_DEAD,
                        keys.of(Script.FIND_DEAD, shard, filter.topic()),
                        before.latest(),
                        Milliseconds.roundedUp(filter.olderThan()),
                        before.lastDeath(),
                        before.lastId(),
                        Math.min(most, DeadLetterPage.MAX_LETTERS),
                        BYTES_PER_CALL,
                        filter.error() == null ? "" : filter.error(),
                        filter.firstLine() == null ? "" : "=" + filter.firstLine(),
                        filter.diedBy() == null ? "" : filter.diedBy().toEpochMilli()),
                filter.topic(),
                List.of());
        List<?> found = (List<?>) answer.get(3);
        List<Letter> letters = new ArrayList<>(found.size() / 2);
        for (int i = 0; i < found.size(); i += 2) {
            letters.add(new Letter(
                    shard, (String) found.get(i), Instant.ofEpochMilli(Long.parseLong((String) found.get(i + 1)))));
        }
        return new Found((String) answer.get(0), (String) answer.get(1), (String) answer.get(2), letters);
    }

    DeadLetterPage page(DeadLetterFilter filter, @Nullable String cursor) {
        int shards = ScriptRunner.await(shardMaps.reload(), filter.topic(), List.of())
                .shards();
        Cursor at = Cursor.read(cursor);
        if (at.shard() >= shards) {
            return new DeadLetterPage(List.of(), null);
        }
        Found found = inShard(at.shard(), filter, at.before(), filter.limit());
        Cursor next = found.isLast()
                ? new Cursor(at.shard() + 1, new Found(found.latest(), "", "", List.of()))
                : new Cursor(at.shard(), found);
        return new DeadLetterPage(found.letters(), next.shard() < shards ? next.toString() : null);
    }

    /**
     * Dead letters of one shard that match.
     *
     * @param latest how young they may be, by the clock of the shard where the first page was read: what dies during the call is
     *     left alone
     */
    record Found(String latest, String lastDeath, String lastId, List<Letter> letters) {

        static final Found BEGINNING = new Found("", "", "", List.of());

        boolean isLast() {
            return lastId.isEmpty();
        }
    }

    private record Cursor(int shard, Found before) {

        private static final Pattern TEXT = Pattern.compile("(\\d{1,4}):(\\d{1,15}):(\\d{0,15}):(.*)");

        static Cursor read(@Nullable String text) {
            if (text == null) {
                return new Cursor(0, Found.BEGINNING);
            }
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("cursor must be one that a page gave, but is '" + text + "'");
            }
            Found before = new Found(matcher.group(2), matcher.group(3), matcher.group(4), List.of());
            return new Cursor(Integer.parseInt(matcher.group(1)), before);
        }

        @Override
        public String toString() {
            return String.join(":", String.valueOf(shard), before.latest(), before.lastDeath(), before.lastId());
        }
    }
}
