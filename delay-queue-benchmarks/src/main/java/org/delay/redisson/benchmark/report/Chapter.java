package org.delay.redisson.benchmark.report;

/**
 * What a report says of one workload besides its figures.
 *
 * @param name of the workload in the findings
 * @param description what is measured, as Markdown
 * @param bound what bounds the figures, as Markdown
 */
public record Chapter(String name, String title, String description, String bound) {}
