package org.delay.redisson.benchmark.fleet;

import java.io.IOException;

/**
 * What Redis has counted at a moment, or between two.
 *
 * @param commands including those inside scripts
 * @param bytesOut what it has sent, without what was sent for the readings
 * @param busySeconds the processor time of its main thread
 */
record Reading(double seconds, double commands, double bytesOut, double busySeconds) {

    /** The commands of one reading. */
    private static final int OWN_COMMANDS = 2;

    static Reading now(RedisWire wire, Reading.Own own) throws IOException {
        String stats = (String) wire.call("INFO", "stats");
        String cpu = (String) wire.call("INFO", "cpu");
        Reading reading = new Reading(
                System.nanoTime() / 1e9,
                RedisWire.field(stats, "total_commands_processed") - own.commands,
                RedisWire.field(stats, "total_net_output_bytes") - own.bytes,
                busy(cpu));
        own.commands += OWN_COMMANDS;
        own.bytes += stats.length() + cpu.length();
        return reading;
    }

    /** What the readings themselves cost. */
    static final class Own {

        private long commands;
        private long bytes;
    }

    private static double busy(String cpu) {
        double main =
                RedisWire.field(cpu, "used_cpu_sys_main_thread") + RedisWire.field(cpu, "used_cpu_user_main_thread");
        return main > 0 ? main : RedisWire.field(cpu, "used_cpu_sys") + RedisWire.field(cpu, "used_cpu_user");
    }

    Reading since(Reading before) {
        return new Reading(
                seconds - before.seconds,
                commands - before.commands,
                bytesOut - before.bytesOut,
                busySeconds - before.busySeconds);
    }

    double commandsPerSecond() {
        return commands / seconds;
    }

    double bytesPerSecond() {
        return bytesOut / seconds;
    }

    double busyPercent() {
        return busySeconds * 100 / seconds;
    }
}
