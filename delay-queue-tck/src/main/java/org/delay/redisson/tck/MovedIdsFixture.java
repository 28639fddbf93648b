package org.delay.redisson.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;

/** Messages whose shard another number of shards would change. */
abstract class MovedIdsFixture extends ContractFixture {

    /** So many shards are added. */
    static final int MORE = 8;

    /** An id whose shard differs after the change. */
    final String mover() {
        return IntStream.range(0, 1000)
                .mapToObj(i -> "m-" + i)
                .filter(id -> home(id) != home(id, shards() + MORE))
                .findFirst()
                .orElseThrow();
    }

    final List<String> listed(State state) {
        List<String> ids = new ArrayList<>();
        Page page = queue.list(TOPIC, state, null, 1000);
        page.messages().forEach(stored -> ids.add(stored.message().id()));
        while (page.next() != null) {
            page = queue.list(TOPIC, state, page.next(), 1000);
            page.messages().forEach(stored -> ids.add(stored.message().id()));
        }
        return ids;
    }
}
