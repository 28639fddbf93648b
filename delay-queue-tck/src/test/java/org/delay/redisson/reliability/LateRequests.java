package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.Handler;
import org.delay.redisson.tck.server.RedisServer;

/**
 * The connections of one application are held back in the network while its callers are told that nothing is known; another
 * application does something about the same messages, and then what was held back arrives.
 */
final class LateRequests implements Scenario {

    private static final String ID = "the-id";

    private static final Duration HELD = Duration.ofSeconds(9);

    private static final Duration FAR = Duration.ofHours(1);

    /** For what was held back to be done, on a busy machine. Nothing tells that it was not done. */
    private static final Duration ARRIVAL = Duration.ofSeconds(1);

    /**
     * One way in which they can meet.
     *
     * @param first is there before
     * @param late is held back
     * @param next is done meanwhile, and answered
     * @param holds whether its answer is still true at the end
     */
    private record Meeting(
            String name,
            Consumer<Case> first,
            Consumer<Case> late,
            Function<Case, Object> next,
            Object answer,
            Function<Case, Boolean> holds) {}

    /** Calls of one application on a topic. */
    private record Case(DelayQueueMessage queue, String topic) {

        void send(String body) {
            queue.schedule(List.of(
                    OutgoingMessage.to(topic).id(ID).body(body).delay(FAR).build()));
        }

        Object sendAgain(String body) {
            return queue.schedule(List.of(OutgoingMessage.to(topic)
                            .id(ID)
                            .body(body)
                            .delay(FAR.multipliedBy(3))
                            .build()))
                    .get(0)
                    .id();
        }

        Optional<StoredMessage> find() {
            return queue.find(topic, ID);
        }

        /** Such a topic is dispatched by a third application, whose handler fails for good. */
        void die() {
            queue.schedule(List.of(OutgoingMessage.to(topic)
                    .id(ID)
                    .body(Deed.PERMANENT.body())
                    .delay(Duration.ZERO)
                    .build()));
            awaitDead();
        }

        State awaitDead() {
            return await().atMost(Traffic.PATIENCE)
                    .until(() -> find().orElseThrow(), stored -> stored.state() == State.DEAD)
                    .state();
        }

        boolean has(String body) {
            return find().filter(stored -> stored.state() == State.DUE
                            && stored.message().body().equals(body))
                    .isPresent();
        }

        boolean isDueIn(Duration delay) {
            return find().map(stored -> stored.message().dueTime())
                    .filter(due -> Duration.between(LedgerFile.now(), due)
                                    .minus(delay)
                                    .abs()
                                    .compareTo(Duration.ofMinutes(5))
                            < 0)
                    .isPresent();
        }
    }

    private static final List<Meeting> MEETINGS = List.of(
            new Meeting(
                    "a send, then another send",
                    none -> {},
                    call -> call.send("late"),
                    call -> call.sendAgain("next"),
                    ID,
                    call -> call.has("next")),
            new Meeting(
                    "a send, then another send and its cancel",
                    none -> {},
                    call -> call.send("late"),
                    call -> {
                        call.sendAgain("next");
                        return call.queue.cancel(call.topic, ID);
                    },
                    CancelResult.CANCELLED,
                    call -> call.find().isEmpty()),
            new Meeting(
                    "a cancel, then a send",
                    call -> call.send("first"),
                    call -> call.queue.cancel(call.topic, ID),
                    call -> call.sendAgain("next"),
                    ID,
                    call -> call.has("next")),
            new Meeting(
                    "a reschedule, then another reschedule",
                    call -> call.send("first"),
                    call -> call.queue.reschedule(call.topic, ID, FAR),
                    call -> call.queue.reschedule(call.topic, ID, FAR.multipliedBy(3)),
                    RescheduleResult.RESCHEDULED,
                    call -> call.isDueIn(FAR.multipliedBy(3))),
            new Meeting(
                    "a reschedule, then a send",
                    call -> call.send("first"),
                    call -> call.queue.reschedule(call.topic, ID, FAR),
                    call -> call.sendAgain("next"),
                    ID,
                    call -> call.isDueIn(FAR.multipliedBy(3))),
            new Meeting(
                    "a pause, then a resume",
                    none -> {},
                    call -> call.queue.pause(call.topic),
                    call -> {
                        call.queue.resume(call.topic);
                        return call.queue.paused().contains(call.topic);
                    },
                    false,
                    call -> !call.queue.paused().contains(call.topic)),
            new Meeting(
                    "a resume, then a pause",
                    call -> call.queue.pause(call.topic),
                    call -> call.queue.resume(call.topic),
                    call -> {
                        call.queue.pause(call.topic);
                        return call.queue.paused().contains(call.topic);
                    },
                    true,
                    call -> call.queue.paused().contains(call.topic)),
            new Meeting(
                    "a redrive, then a send",
                    call -> call.die(),
                    call -> call.queue.redrive(call.topic, ID),
                    call -> call.sendAgain("next"),
                    ID,
                    call -> call.has("next")),
            new Meeting(
                    "a delete of a dead letter, then its redrive and its next death",
                    call -> call.die(),
                    call -> call.queue.delete(call.topic, ID),
                    call -> {
                        call.queue.redrive(call.topic, ID);
                        return call.awaitDead();
                    },
                    State.DEAD,
                    call -> call.awaitDead() == State.DEAD));

    @Override
    public int number() {
        return 24;
    }

    @Override
    public String title() {
        return "Late requests";
    }

    @Override
    public String injected(Scale scale) {
        return "%d kinds of calls held back on their connections for %d s, while later ones of the same id are answered; %d times"
                .formatted(MEETINGS.size(), HELD.toSeconds(), rounds(scale));
    }

    @Override
    public String invariant() {
        return "the later ones' answers stay true";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static int rounds(Scale scale) {
        return scale.of(1, 10);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int rounds = rounds(lab.scale());
        int meetings = rounds * MEETINGS.size();
        Outcome outcome = Outcome.counted(meetings, meetings);
        for (int round = 0; round < rounds; round++) {
            outcome = round(outcome);
        }
        return outcome.note(
                "terms: %d processors, ids given", Runtime.getRuntime().availableProcessors());
    }

    private static Outcome round(Outcome before) throws Exception {
        Outcome outcome = before;
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RedisServer redis = RedisServer.start();
                Proxy proxy = Proxy.to(redis);
                Application slow = Application.of(proxy.uri(), "late");
                Application quick = Application.patient(redis.uri(), "late");
                Application burying = Application.patient(redis.uri(), "late")) {
            burying.dispatching(DispatchSettings.DEFAULTS, new Handler(message -> Deed.PERMANENT.act(burying)));
            for (Meeting meeting : MEETINGS) {
                meeting.first().accept(on(quick, meeting));
                // So that both know what there is to know.
                on(slow, meeting).find();
            }
            proxy.hold(Proxy.Way.ASKED);
            long began = System.nanoTime();
            List<Future<?>> held = new ArrayList<>();
            MEETINGS.forEach(meeting ->
                    held.add(threads.submit(() -> meeting.late().accept(on(slow, meeting)))));
            List<String> answered = new ArrayList<>();
            for (int i = 0; i < held.size(); i++) {
                if (!isUnknown(held.get(i))) {
                    answered.add(MEETINGS.get(i).name());
                }
            }
            outcome = outcome.must(answered.isEmpty(), "held back, and answered: %s", answered);
            for (Meeting meeting : MEETINGS) {
                Object answer = meeting.next().apply(on(quick, meeting));
                outcome = outcome.must(answer.equals(meeting.answer()), "%s was answered %s", meeting.name(), answer);
            }
            Duration rest = HELD.minusNanos(System.nanoTime() - began);
            Pause.of(rest.isNegative() ? Duration.ZERO : rest);
            proxy.passOn();
            Pause.of(ARRIVAL);
            for (Meeting meeting : MEETINGS) {
                outcome = outcome.must(
                        meeting.holds().apply(on(quick, meeting)), "not true any more: %s", meeting.name());
            }
            return outcome;
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isUnknown(Future<?> call) throws Exception {
        try {
            call.get();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof DelayQueueException.OutcomeUnknown
                    || e.getCause() instanceof DelayQueueException.Refused) {
                return true;
            }
            throw e;
        }
    }

    private static Case on(Application application, Meeting meeting) {
        return new Case(application.queue(), meeting.name().replaceAll("\\W+", "-"));
    }
}
