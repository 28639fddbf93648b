package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Which topics of a destination wait to be probed. One that does not come again is forgotten: another instance has delivered
 * its messages, or they were cancelled or have expired. Guarded by its breaker's lock.
 */
final class ProbeCandidates {

    /** Topics beyond this are tried when they are due again by themselves. */
    private static final int MAX = 50_000;

    /** A topic with messages has come by then: it is deferred for 30 s, or up to a fifth longer ({@link DeferralBackoff}). */
    private static final long FORGOTTEN = Duration.ofSeconds(60).toNanos();

    private final Ticker ticker;
    private final ProbeLines lines;

    /** By topic; the one that has not come for the longest time comes first. */
    private final Map<String, ProbeCandidate> topics = new LinkedHashMap<>();

    /** When topics are probed that were tried, and not delivered since. */
    private final Map<String, ProbeTurn> turns = new HashMap<>();

    ProbeCandidates(Ticker ticker, ProbeLines lines) {
        this.ticker = ticker;
        this.lines = lines;
    }

    int size() {
        forgetOld();
        return topics.size();
    }

    private void forgetOld() {
        long now = ticker.nanos();
        Iterator<ProbeCandidate> oldest = topics.values().iterator();
        while (oldest.hasNext()) {
            ProbeCandidate candidate = oldest.next();
            if (now - candidate.came() < FORGOTTEN) {
                return;
            }
            oldest.remove();
            lines.remove(candidate);
        }
    }

    @Nullable
    ProbeCandidate get(String topic) {
        return topics.get(topic);
    }

    /** A topic has come, and waits from now on; null if too many do. */
    @Nullable
    ProbeCandidate come(String topic) {
        forgetOld();
        ProbeCandidate candidate = topics.remove(topic);
        if (candidate == null) {
            if (topics.size() >= MAX) {
                return null;
            }
            candidate = new ProbeCandidate(topic, turns.getOrDefault(topic, ProbeTurn.FIRST), ticker.nanos());
        }
        candidate.came(ticker.nanos());
        topics.put(topic, candidate);
        return candidate;
    }

    /** A topic waits no longer; null if it did not. */
    @Nullable
    ProbeCandidate remove(String topic) {
        ProbeCandidate candidate = topics.remove(topic);
        if (candidate != null) {
            lines.remove(candidate);
        }
        return candidate;
    }

    /** A topic was delivered: it is like one that was not tried. */
    void forgetTurn(String topic) {
        turns.remove(topic);
    }

    /** A topic was tried. Unless it is delivered, it is probed no earlier than the given turn. */
    void takesTurn(String topic, ProbeTurn turn) {
        if (turns.size() >= MAX) {
            turns.clear();
        }
        ProbeTurn later = turns.merge(topic, turn, ProbeTurn::later);
        ProbeCandidate candidate = topics.get(topic);
        if (candidate != null) {
            candidate.turn(later);
            lines.add(candidate);
        }
    }
}
