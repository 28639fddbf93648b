package org.delay.redisson.benchmark.result;

/** A figure of somebody. */
public record Quantity(Figure figure, String subject) {}
