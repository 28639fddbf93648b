package org.delay.redisson.redis;

import static java.util.Comparator.comparing;

import com.alibaba.fastjson2.JSONObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.Progress;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.jspecify.annotations.Nullable;

/** The bulk tasks of a service: the last one of each topic, as an entry of one hash. */
@RequiredArgsConstructor
final class BulkTasks {

    private static final Duration REMEMBERED = Duration.ofDays(1);

    /** As {@code lib/tasks.lua} writes it. */
    private static final Pattern ENTRY =
            Pattern.compile("(\\S+) ([A-Z]+) ([01]) (\\d+) (\\d+) (\\d+)\n([^\n]*)\n(.*)", Pattern.DOTALL);

    private final ScriptRunner scripts;
    private final Keys keys;

    BulkTask begin(String id, BulkRequest request, Duration life) {
        List<Object> answer = run(
                Script.BEGIN_TASK,
                request.filter().topic(),
                id,
                Milliseconds.roundedUp(life),
                write(Progress.NONE),
                write(request),
                REMEMBERED.toMillis());
        return read(request.filter().topic(), (String) answer.get(1), now(answer))
                .orElseThrow(() -> new IllegalStateException("Redis has stored the task, but can't read it"));
    }

    Optional<BulkTask> report(String topic, String id, State state, Progress progress) {
        return first(topic, run(Script.REPORT_TASK, topic, id, state, write(progress)));
    }

    Optional<BulkTask> stop(String topic) {
        return first(topic, run(Script.STOP_TASK, topic));
    }

    List<BulkTask> all() {
        List<Object> answer = run(Script.TASKS);
        List<?> entries = (List<?>) answer.get(1);
        List<BulkTask> tasks = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += 2) {
            read((String) entries.get(i), (String) entries.get(i + 1), now(answer))
                    .ifPresent(tasks::add);
        }
        tasks.sort(comparing(BulkTask::startedAt).reversed());
        return tasks;
    }

    private static long now(List<Object> answer) {
        return (Long) answer.get(0) / 1_000;
    }

    private static Optional<BulkTask> first(String topic, List<Object> answer) {
        return answer.size() == 1 ? Optional.empty() : read(topic, (String) answer.get(1), now(answer));
    }

    private List<Object> run(Script script, Object... args) {
        return ScriptRunner.await(scripts.run(script, keys.ofTasks(), args), "", List.of());
    }

    /** Empty if a later version wrote it, or it is damaged. */
    private static Optional<BulkTask> read(String topic, String text, long now) {
        Matcher entry = ENTRY.matcher(text);
        if (!entry.matches()) {
            return Optional.empty();
        }
        try {
            State state = State.valueOf(entry.group(2));
            long seen = Long.parseLong(entry.group(5));
            boolean isAlive = Math.abs(now - seen) <= Long.parseLong(entry.group(6));
            return Optional.of(new BulkTask(
                    entry.group(1),
                    request(topic, StoredJson.object(entry.group(8))),
                    state == State.RUNNING && !isAlive ? State.INTERRUPTED : state,
                    progress(StoredJson.object(entry.group(7))),
                    entry.group(3).equals("1"),
                    Instant.ofEpochMilli(Long.parseLong(entry.group(4))),
                    Instant.ofEpochMilli(seen)));
        } catch (RuntimeException e) {
            // Whatever the parser throws: one such entry must not hide the others.
            return Optional.empty();
        }
    }

    private static String write(Progress progress) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("changed", progress.changed());
        fields.put("kept", progress.kept());
        fields.put("examined", progress.examined());
        putIfGiven(fields, "failure", progress.failure());
        return StoredJson.write(fields);
    }

    private static Progress progress(JSONObject json) {
        return new Progress(
                json.getLongValue("changed"),
                json.getLongValue("kept"),
                json.getLongValue("examined"),
                json.getString("failure"));
    }

    private static String write(BulkRequest request) {
        DeadLetterFilter filter = request.filter();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("change", request.change().name());
        fields.put("olderThan", Milliseconds.roundedUp(filter.olderThan()));
        putIfGiven(fields, "error", filter.error());
        fields.put("limit", filter.limit());
        putIfGiven(fields, "firstLine", filter.firstLine());
        putIfGiven(
                fields,
                "diedBy",
                filter.diedBy() == null ? null : filter.diedBy().toEpochMilli());
        fields.put("perSecond", request.perSecond());
        putIfGiven(fields, "user", request.user());
        return StoredJson.write(fields);
    }

    private static void putIfGiven(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static BulkRequest request(String topic, JSONObject json) {
        Long diedBy = json.getLong("diedBy");
        DeadLetterFilter filter = new DeadLetterFilter(
                topic,
                Duration.ofMillis(json.getLongValue("olderThan")),
                json.getString("error"),
                json.getIntValue("limit"),
                json.getString("firstLine"),
                diedBy == null ? null : Instant.ofEpochMilli(diedBy));
        return new BulkRequest(
                BulkRequest.Change.valueOf(json.getString("change")),
                filter,
                json.getIntValue("perSecond"),
                json.getString("user"));
    }
}
