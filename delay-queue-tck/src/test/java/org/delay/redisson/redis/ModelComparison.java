package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.redis.QueueModel.Dead;
import org.delay.redisson.redis.QueueModel.Live;
import org.delay.redisson.redis.QueueModel.Name;

/** Compares all that is in a queue with its model. */
final class ModelComparison {

    private final DelayQueueMessage queue;
    private final QueueModel model;

    ModelComparison(DelayQueueMessage queue, QueueModel model) {
        this.queue = queue;
        this.model = model;
    }

    void compare() {
        for (String topic : Operation.TOPICS) {
            Map<State, List<String>> expected = new HashMap<>();
            for (State state : State.values()) {
                expected.put(state, new ArrayList<>());
            }
            for (int shard = 0; shard < model.shards(); shard++) {
                model.live(shard).forEach((name, message) -> {
                    if (name.topic().equals(topic)) {
                        expected.get(message.leased() ? State.LEASED : State.DUE)
                                .add(name.id());
                    }
                });
                model.grave(shard).keySet().stream()
                        .filter(name -> name.topic().equals(topic))
                        .forEach(name -> expected.get(State.DEAD).add(name.id()));
            }
            for (State state : State.values()) {
                assertThat(listed(topic, state))
                        .as(state + " of " + topic)
                        .containsExactlyInAnyOrderElementsOf(expected.get(state));
            }
            Counts counts = queue.counts(topic);
            assertThat(List.of(counts.due(), counts.leased(), counts.dead()))
                    .as("counts of " + topic)
                    .containsExactly(
                            (long) expected.get(State.DUE).size(),
                            (long) expected.get(State.LEASED).size(),
                            (long) expected.get(State.DEAD).size());
            for (String id : Operation.IDS) {
                compare(new Name(topic, id));
            }
        }
    }

    private List<String> listed(String topic, State state) {
        return queue.list(topic, state, null, 1_000).messages().stream()
                .map(stored -> stored.message().id())
                .toList();
    }

    private void compare(Name name) {
        Optional<StoredMessage> found = queue.find(name.topic(), name.id());
        Live live = model.live(name).orElse(null);
        Optional<Dead> dead = model.dead(name);
        assertThat(found.isPresent()).as("whether " + name + " is there").isEqualTo(live != null || dead.isPresent());
        if (live != null) {
            StoredMessage stored = found.orElseThrow();
            assertThat(stored.state()).isEqualTo(live.leased() ? State.LEASED : State.DUE);
            assertThat(stored.message().body()).isEqualTo(live.body);
            assertThat(stored.message().priority()).isEqualTo(live.priority);
            assertThat(stored.failures()).isEqualTo(live.failures);
            assertThat(stored.leaseExpirations()).isEqualTo(live.leaseExpirations);
        } else if (dead.isPresent()) {
            StoredMessage stored = found.orElseThrow();
            assertThat(stored.state()).isEqualTo(State.DEAD);
            assertThat(stored.message().body()).isEqualTo(dead.get().body());
            assertThat(stored.failures()).isEqualTo(dead.get().failures());
            assertThat(stored.message().priority()).isEqualTo(dead.get().priority());
            assertThat(stored.leaseExpirations()).isEqualTo(dead.get().leaseExpirations());
            assertThat(stored.error()).isEqualTo(ModelClaims.error(name.id()));
        }
    }
}
