package org.delay.redisson.benchmark.report;

import java.util.Map;

/**
 * The circumstances of a report.
 *
 * @param subject the contender that the report compares with the others
 * @param command the command that repeats the report
 * @param facts date, machine, versions and the like, in the order in which they are shown
 * @param remarks other information for the reader, as Markdown; may be empty
 */
public record Circumstances(String subject, String command, Map<String, String> facts, String remarks) {}
