package org.delay.redisson.benchmark.simulation;

import java.util.Map;

/**
 * What a master did.
 *
 * @param busy the share of the time in which its thread worked; more than 1 is more than it can do
 * @param commands how many a second it executed, those of scripts included
 * @param calls how many of each kind a second
 */
record MasterLoad(double busy, double commands, Map<Call, Double> calls) {

    MasterLoad {
        calls = Map.copyOf(calls);
    }
}
