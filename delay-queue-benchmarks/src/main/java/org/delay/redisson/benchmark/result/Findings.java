package org.delay.redisson.benchmark.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The measured values: one per round, for each figure and each subject. Figures and subjects keep the order in which they
 * were first seen. For one thread.
 */
public final class Findings {

    private final Map<Figure, Map<String, List<Double>>> values = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();

    /** Adds the next round's value. */
    public void add(Figure figure, String subject, double value) {
        values.computeIfAbsent(figure, none -> new LinkedHashMap<>())
                .computeIfAbsent(subject, none -> new ArrayList<>())
                .add(value);
    }

    /** Adds a round that a subject did not complete. */
    public void add(Failure failure) {
        failures.add(failure);
    }

    /** The failures in a workload, the first one first. */
    public List<Failure> failuresOf(String workload) {
        return failures.stream()
                .filter(failure -> failure.workload().equals(workload))
                .toList();
    }

    /** Whether a subject completed all of its rounds. */
    public boolean isComplete(String subject) {
        return failures.stream().noneMatch(failure -> failure.subject().equals(subject));
    }

    /** The figures of a workload. */
    public List<Figure> figuresOf(String workload) {
        return values.keySet().stream()
                .filter(figure -> figure.workload().equals(workload))
                .toList();
    }

    /** The subjects that have a value for any of the figures. */
    public Set<String> subjectsOf(Collection<Figure> figures) {
        Set<String> subjects = new LinkedHashSet<>();
        figures.forEach(figure -> subjects.addAll(of(figure).keySet()));
        return subjects;
    }

    /** Summarizes a subject's rounds. */
    public Optional<Spread> spread(Figure figure, String subject) {
        List<Double> rounds = of(figure).getOrDefault(subject, List.of());
        return rounds.isEmpty() ? Optional.empty() : Optional.of(Spread.of(rounds));
    }

    /**
     * The ratio of one subject's value to another's. It is the median of the rounds' ratios, because a disturbed round affects
     * both. If the numbers of rounds differ, it is the ratio of the medians.
     */
    public Optional<Double> ratio(Quantity one, Quantity other) {
        List<Double> ones = of(one.figure()).getOrDefault(one.subject(), List.of());
        List<Double> others = of(other.figure()).getOrDefault(other.subject(), List.of());
        if (ones.isEmpty() || others.isEmpty()) {
            return Optional.empty();
        }
        if (ones.size() != others.size()) {
            return Optional.of(Spread.of(ones).median() / Spread.of(others).median());
        }
        List<Double> ratios = new ArrayList<>(ones.size());
        for (int i = 0; i < ones.size(); i++) {
            ratios.add(ones.get(i) / others.get(i));
        }
        return Optional.of(Spread.of(ratios).median());
    }

    private Map<String, List<Double>> of(Figure figure) {
        return values.getOrDefault(figure, Map.of());
    }
}
