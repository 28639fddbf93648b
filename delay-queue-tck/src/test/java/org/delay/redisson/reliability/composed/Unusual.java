package org.delay.redisson.reliability.composed;

import static org.delay.redisson.reliability.composed.Space.magnitude;
import static org.delay.redisson.reliability.composed.Space.one;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.delay.redisson.reliability.composed.Plan.Listening;
import org.delay.redisson.reliability.composed.Subject.Content;
import org.delay.redisson.reliability.composed.Subject.Kind;

/** Terms of what an application does and what it sends. */
final class Unusual {

    private static final int MANY = 50;

    static final List<Function<Random, Term>> TERMS = terms();

    private Unusual() {}

    private static List<Function<Random, Term>> terms() {
        List<Function<Random, Term>> terms = new ArrayList<>();
        for (Conduct conduct : Conduct.values()) {
            if (conduct != Conduct.RETURNS) {
                terms.add(random -> handled(random, conduct));
            }
        }
        for (Kind kind : Kind.values()) {
            if (kind.isKafka()) {
                terms.add(random -> kafka(random, kind));
            }
        }
        for (Content content : Content.values()) {
            if (content != Content.SHORT) {
                terms.add(random -> content(random, content));
            }
        }
        terms.add(Unusual::unserved);
        terms.add(Unusual::manyTopics);
        terms.add(Unusual::listener);
        terms.add(random -> Term.of(plan -> plan.batchSizeThrows = true, "batchSize() of unhealthy topics throws"));
        terms.add(random -> interceptor());
        terms.add(Unusual::asyncSends);
        terms.add(Unusual::cores);
        terms.add(Unusual::clock);
        return terms;
    }

    private static Term handled(Random random, Conduct conduct) {
        int topics = conduct.isDeadly() || conduct == Conduct.CLOSES ? 1 : magnitude(random, 1, MANY);
        int messages = conduct.isDeadly() || conduct == Conduct.CLOSES ? 1 : magnitude(random, 1, 20);
        int nth = 1 + random.nextInt(3);
        Subject subject = new Subject(
                conduct.name().toLowerCase(java.util.Locale.ROOT),
                topics,
                messages,
                Kind.HANDLED,
                conduct,
                nth,
                Content.SHORT,
                !conduct.isDeadly());
        return Term.of(
                plan -> plan.add(subject),
                "%d topics with %d messages, of which each handler (of 1 in %d messages) %s",
                topics,
                messages,
                nth,
                conduct);
    }

    private static Term kafka(Random random, Kind kind) {
        int topics = magnitude(random, 1, 20);
        int messages = magnitude(random, 5, 200);
        Subject subject = new Subject(
                kind.name().toLowerCase(java.util.Locale.ROOT),
                topics,
                messages,
                kind,
                Conduct.RETURNS,
                1,
                Content.SHORT,
                true);
        return Term.of(plan -> plan.add(subject), "%d topics with %d messages: %s", topics, messages, kind);
    }

    private static Term content(Random random, Content content) {
        Kind kind = one(random, List.of(Kind.HANDLED, Kind.KAFKA));
        Subject subject = new Subject(
                "content_" + content.name().toLowerCase(java.util.Locale.ROOT),
                1,
                5,
                kind,
                Conduct.RETURNS,
                1,
                content,
                false);
        return Term.of(plan -> plan.add(subject), "messages with %s: %s", content, kind);
    }

    private static Term unserved(Random random) {
        int topics = magnitude(random, 1, 20_000);
        Subject subject = new Subject("unserved", topics, 1, Kind.UNSERVED, Conduct.RETURNS, 1, Content.SHORT, false);
        return Term.of(plan -> plan.add(subject), "%d topics that nobody serves", topics);
    }

    private static Term manyTopics(Random random) {
        int topics = magnitude(random, 10, 10_000);
        Subject subject = new Subject("many", topics, 1, Kind.HANDLED, Conduct.RETURNS, 1, Content.SHORT, true);
        return Term.of(plan -> plan.add(subject), "%d topics", topics);
    }

    private static Term listener(Random random) {
        Listening heard = one(random, List.of(Listening.values()));
        Conduct conduct = one(random, List.of(Conduct.HANGS, Conduct.THROWS_ERROR));
        return Term.of(plan -> plan.listening.put(heard, conduct), "a listener of %s: %s", heard, conduct);
    }

    private static Term interceptor() {
        return Term.of(
                plan -> {
                    plan.interceptorThrows = true;
                    plan.addKafka();
                },
                "a producer's interceptor throws an Error");
    }

    private static Term asyncSends(Random random) {
        int sends = magnitude(random, 1_000, 20_000);
        return Term.of(plan -> plan.asyncSends = sends, "%d sends at once that nobody waits for", sends);
    }

    private static Term cores(Random random) {
        int cores = magnitude(random, 1, 8);
        boolean busy = random.nextBoolean();
        return Term.of(
                plan -> {
                    plan.jvmOptions.add("-XX:ActiveProcessorCount=" + cores);
                    plan.commonPoolIsBusy = busy;
                },
                "%d cores, common pool busy: %s",
                cores,
                busy);
    }

    private static Term clock(Random random) {
        Duration by = Space.time(random, Duration.ofSeconds(1), Duration.ofHours(24));
        Duration wrong = random.nextBoolean() ? by : by.negated();
        return Term.of(plan -> plan.clock = wrong, "an application's clock is wrong by %s", wrong);
    }
}
