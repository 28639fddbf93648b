package org.delay.redisson.benchmark.http;

/**
 * What is written to a server at once.
 *
 * @param text of ASCII characters
 * @param answers how many answers it has
 */
record Request(String text, int answers) {}
