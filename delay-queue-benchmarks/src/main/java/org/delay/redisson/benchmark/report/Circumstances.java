package org.delay.redisson.benchmark.report;

import java.util.Map;

/**
 * Where and how a report came to be.
 *
 * @param subject whose ratios to the others are told
 * @param command what makes the report again
 * @param facts date, machine, versions and the like, in the order in which they are shown
 * @param remarks what a reader must know besides, as Markdown; may be empty
 */
public record Circumstances(String subject, String command, Map<String, String> facts, String remarks) {}
