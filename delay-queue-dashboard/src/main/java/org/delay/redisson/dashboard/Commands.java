package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkRequest;
import org.delay.redisson.BulkRequest.Change;
import org.delay.redisson.BulkTask;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.operations.Operation;
import org.delay.redisson.operations.QueueOperations;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** What a person changes. Each change is logged by {@link QueueOperations}, and published as a {@link DashboardOperationEvent}. */
@RequiredArgsConstructor
final class Commands {

    private static final int MOST_IDS = 100;

    /** Above this number, the name of the topic must be typed. */
    static final int MOST_UNTYPED = 100;

    private final QueueOperations operations;
    private final DeadLetterTasks tasks;
    private final ApplicationEventPublisher events;

    Object pause(Access access, Parameters asked) {
        return done(access, new Operation.Pause(asked.text("topic")));
    }

    Object resume(Access access, Parameters asked) {
        return done(access, new Operation.Resume(asked.text("topic")));
    }

    Object cancel(Access access, Parameters asked) {
        return done(access, new Operation.Cancel(asked.text("topic"), asked.text("id")));
    }

    Object reschedule(Access access, Parameters asked) {
        Duration delay = Duration.ofSeconds(asked.number("delaySeconds"));
        return done(access, new Operation.Reschedule(asked.text("topic"), asked.text("id"), delay));
    }

    Object redrive(Access access, Parameters asked) {
        return doneToEach(access, asked, Operation.Redrive::new);
    }

    Object delete(Access access, Parameters asked) {
        return doneToEach(access, asked, Operation.Delete::new);
    }

    /** Begins a task, unless the topic has a running one. */
    Object begin(Access access, Parameters asked) {
        Change change = change(asked.text("change"));
        int limit = range("limit", asked.numberOr("limit", Integer.MAX_VALUE), Integer.MAX_VALUE);
        DeadLetterFilter filter = asked.filter().withLimit(limit);
        requireTyped(limit, filter.topic(), asked);
        int perSecond = range("perSecond", asked.number("perSecond"), BulkRequest.MAX_RATE);
        BulkRequest request = new BulkRequest(change, filter, perSecond, access.user());
        String outcome = published(
                access,
                filter.topic(),
                "begin a task: " + request,
                () -> tasks.begin(access, change, filter, perSecond).isNew() ? "STARTED" : "ALREADY_RUNNING");
        return Json.object("outcome", outcome);
    }

    /** The limit is the number that was confirmed, so it bounds what is changed whatever the page has counted. */
    private static void requireTyped(int limit, String topic, Parameters asked) {
        if (limit > MOST_UNTYPED && !topic.equals(asked.optional("typed"))) {
            throw new IllegalArgumentException(
                    "typed must be the name of the topic if limit is above " + MOST_UNTYPED + " or not given");
        }
    }

    private static int range(String name, long value, int most) {
        Checks.range(name, value, 1, most);
        return Math.toIntExact(value);
    }

    private static Change change(String name) {
        for (Change change : Change.values()) {
            if (change.name().equals(name)) {
                return change;
            }
        }
        throw new IllegalArgumentException("change must be REDRIVE or DELETE");
    }

    /** Stops the running task of a topic, whichever instance runs it. */
    Object stop(Access access, Parameters asked) {
        String topic = asked.text("topic");
        String outcome = published(
                access,
                topic,
                "stop the task of topic " + topic,
                () -> tasks.stop(access, topic)
                        .map(task -> task.state() == BulkTask.State.RUNNING
                                ? "STOPPING"
                                : task.state().name())
                        .orElse("NOT_FOUND"));
        return Json.object("outcome", outcome);
    }

    private Object done(Access access, Operation operation) {
        return Json.object("outcome", outcome(access, operation));
    }

    /** All names are checked before the first change. */
    private Object doneToEach(Access access, Parameters asked, BiFunction<String, String, Operation> of) {
        String topic = asked.text("topic");
        List<Operation> wanted = new ArrayList<>();
        asked.texts("ids", MOST_IDS).forEach(id -> wanted.add(of.apply(topic, id)));
        List<String> outcomes = new ArrayList<>();
        wanted.forEach(operation -> outcomes.add(outcome(access, operation)));
        Map<String, @Nullable Object> answer = Json.object("outcomes", outcomes);
        return answer;
    }

    private String outcome(Access access, Operation operation) {
        return published(
                access,
                operation.topic(),
                operation.toString(),
                () -> operations.perform(access, operation).name());
    }

    private String published(Access access, String topic, String operation, Supplier<String> change) {
        String outcome = change.get();
        events.publishEvent(new DashboardOperationEvent(access.user(), topic, operation, outcome));
        return outcome;
    }
}
