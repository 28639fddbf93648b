package org.delay.redisson.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. For one thread. */
final class MarkdownTable {

    private final List<String> lines = new ArrayList<>();

    MarkdownTable(List<String> columns) {
        row(columns);
        row(columns.stream().map(column -> "---").toList());
    }

    MarkdownTable row(List<String> cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
