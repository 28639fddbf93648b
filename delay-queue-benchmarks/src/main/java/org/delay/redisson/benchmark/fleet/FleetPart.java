package org.delay.redisson.benchmark.fleet;

import java.util.function.Consumer;

/** One of the measurements. It says each of its findings as a line of Markdown. */
interface FleetPart {

    void run(FleetOptions options, Consumer<String> says) throws Exception;
}
