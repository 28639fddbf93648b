package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.Operation;
import org.delay.redisson.operations.QueueOperations;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** What a person changes. Each change is logged by {@link QueueOperations}, and published as a {@link DashboardOperationEvent}. */
@RequiredArgsConstructor
final class Commands {

    private static final int MOST_IDS = 100;

    private final QueueOperations operations;
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
