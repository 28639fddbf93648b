package org.delay.redisson.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.engine.Admission.Deferred;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.Admission.Permit;

/** The gates that a topic must pass before its messages are claimed, in this order. */
final class Admissions {

    private final List<Gate> gates;
    private final Map<Integer, HandoffOffers> offers = new ConcurrentHashMap<>();

    Admissions(Gate... gates) {
        this.gates = List.of(gates);
    }

    /** The topics of a shard that are left due for other instances. */
    HandoffOffers offers(int shard) {
        return offers.computeIfAbsent(shard, number -> new HandoffOffers());
    }

    /** Asks each gate; the first that is closed answers, and those before it take back what they granted. */
    Admission admit(Object worker, int shard, String topic) {
        boolean probe = false;
        List<Permit> permits = new ArrayList<>(gates.size());
        for (Gate gate : gates) {
            Admission answer = gate.admit(worker, shard, topic);
            if (answer instanceof Deferred) {
                permits.forEach(Permit::close);
                return answer;
            }
            Granted granted = (Granted) answer;
            probe |= granted.probe();
            permits.add(granted.permit());
        }
        return new Granted(probe, () -> permits.forEach(Permit::close));
    }
}
