package org.delay.redisson.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. For one thread. */
public final class MarkdownTable {

    private final List<String> lines = new ArrayList<>();

    /** A table without rows. */
    public MarkdownTable(List<String> columns) {
        row(columns);
        row(columns.stream().map(column -> "---").toList());
    }

    /** Adds a row. */
    public MarkdownTable row(List<String> cells) {
        lines.add("| " + String.join(" | ", cells) + " |");
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
