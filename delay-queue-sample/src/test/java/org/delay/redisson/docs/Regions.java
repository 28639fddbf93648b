package org.delay.redisson.docs;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of sources between {@code // tag::name[]} and {@code // end::name[]}. Documents show them to the letter, but for
 * the indentation that all lines have.
 *
 * @param regions text by place
 */
record Regions(Map<String, String> regions) {

    private static final Pattern TAG = Pattern.compile("\\s*// (tag|end)::([a-z0-9-]+)\\[]");

    static Regions inSources() {
        Map<String, String> regions = new HashMap<>();
        ProjectFiles.javaSources(true).forEach(file -> read(file, regions));
        return new Regions(regions);
    }

    /** Asserts that a text is one of the regions; where it is not, says which comes nearest. */
    void assertContains(String text, String place) {
        String wanted = unindented(text.lines().toList());
        if (!regions.containsValue(wanted)) {
            throw new AssertionError(
                    place + " is no tagged region of a source (// tag::name[] … // end::name[]). The nearest is "
                            + nearest(wanted) + "; the block says:\n" + wanted);
        }
    }

    private String nearest(String wanted) {
        Set<String> lines = stripped(wanted);
        return regions.entrySet().stream()
                .max(Comparator.comparingLong((Map.Entry<String, String> region) -> stripped(region.getValue()).stream()
                        .filter(lines::contains)
                        .count()))
                .map(region -> region.getKey() + ":\n" + region.getValue())
                .orElse("none");
    }

    private static Set<String> stripped(String text) {
        return new HashSet<>(text.lines()
                .map(String::strip)
                .filter(line -> line.length() > 1)
                .toList());
    }

    private static void read(Path file, Map<String, String> regions) {
        Map<String, List<String>> open = new HashMap<>();
        for (String line : ProjectFiles.read(file).lines().toList()) {
            Matcher tag = TAG.matcher(line);
            if (!tag.matches()) {
                open.values().forEach(lines -> lines.add(line));
            } else if (tag.group(1).equals("tag")) {
                open.put(tag.group(2), new ArrayList<>());
            } else {
                String place = ProjectFiles.fromRoot(file) + "#" + tag.group(2);
                List<String> lines = open.remove(tag.group(2));
                if (lines == null) {
                    throw new AssertionError(place + " ends without a beginning");
                }
                regions.put(place, unindented(lines));
            }
        }
        if (!open.isEmpty()) {
            throw new AssertionError(ProjectFiles.fromRoot(file) + " has tags without an end: " + open.keySet());
        }
    }

    private static String unindented(List<String> lines) {
        int indent = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        return lines.stream()
                .map(line -> line.isBlank() ? "" : line.substring(indent).stripTrailing())
                .collect(joining("\n"))
                .strip();
    }
}
