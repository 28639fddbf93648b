package org.delay.redisson.benchmark.report;

/**
 * The text of a report about one workload.
 *
 * @param name of the workload in the findings
 * @param description what is measured, as Markdown
 * @param bound what limits the figures, as Markdown
 */
public record Chapter(String name, String title, String description, String bound) {}
