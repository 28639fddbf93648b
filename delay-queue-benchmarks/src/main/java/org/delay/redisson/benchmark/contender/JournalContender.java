package org.delay.redisson.benchmark.contender;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.Lease;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.SqlEntrant.Place;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.Journal;
import org.delay.redisson.journal.JournalDatabase;
import org.delay.redisson.journal.JournalSettings;
import org.delay.redisson.journal.jdbc.JdbcJournalStore;
import org.delay.redisson.journal.jdbc.JournalSchema;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.api.RedissonClient;

/** This library with its journal, with the defaults of both. */
public final class JournalContender implements SqlContender {

    public static final String TOPIC = "benchmark";

    private static final Duration STOP = Duration.ofSeconds(10);
    private static final BodiesAsTheyAre CONVERTER = new BodiesAsTheyAre();

    private final RedissonClient client;
    private final Journal journal;
    private final DelayQueueMessageProducer producer;
    private volatile Consumer<String> relayed = id -> {};

    private JournalContender(Place place) {
        this.client = Clients.of(place.redis(), 0);
        DelayQueueMessage bare = RedissonDelayQueue.on(client)
                .service("benchmark")
                .bodyConverter(CONVERTER)
                .build();
        JournalSchema.of(place.database(), JournalSchema.DEFAULT_PREFIX).create();
        JdbcJournalStore store = JdbcJournalStore.builder(place.database())
                .service("benchmark")
                .instance("benchmark")
                .build();
        this.journal = Journal.around(
                new Watched(bare),
                () -> new JournalDatabase(store, place.database(), place.transactions()),
                JournalSettings.DEFAULTS);
        this.producer = new DelayQueueMessageProducer(journal.queue());
        journal.start();
    }

    public static SqlContender open(Place place) {
        return new JournalContender(place);
    }

    public DelayQueueJournal operations() {
        return journal.operations();
    }

    /** Reports each id that Redis has taken. */
    public void onRelay(Consumer<String> listener) {
        relayed = listener;
    }

    @Override
    public void send(Parcel parcel) {
        producer.sendMessage(message(parcel));
    }

    @Override
    public void sendAll(List<Parcel> parcels) {
        producer.sendMessages(parcels.stream().map(JournalContender::message).toList());
    }

    private static OutgoingMessage message(Parcel parcel) {
        return OutgoingMessage.to(TOPIC)
                .id(parcel.id())
                .body(parcel.body())
                .dueTime(parcel.due())
                .build();
    }

    @Override
    public Reception receive(Consumer<String> receiver) {
        DispatchEngine engine = DispatchEngine.builder(journal.queue(), new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) {
                        messages.forEach(message -> receiver.accept(message.body()));
                    }

                    @Override
                    public int batchSize() {
                        return 1;
                    }
                })
                .converter(CONVERTER)
                .build();
        engine.start();
        return () -> engine.stop(STOP);
    }

    @Override
    public String countOpen() {
        return "SELECT count(*) FROM delay_message WHERE state = 'WAITING'";
    }

    @Override
    public void close() {
        journal.close();
        client.shutdown();
    }

    /** Says what Redis has taken. */
    private final class Watched extends ForwardingDelayQueue {

        Watched(DelayQueueMessage queue) {
            super(queue);
        }

        @Override
        public Optional<RevisionedStore> revisions() {
            return delegate().revisions().map(WatchedStore::new);
        }
    }

    /** Reports relayed ids. */
    private final class WatchedStore implements RevisionedStore {

        private final RevisionedStore store;

        WatchedStore(RevisionedStore store) {
            this.store = store;
        }

        @Override
        public List<Relayed> relay(List<RevisionedMessage> messages) {
            List<Relayed> answers = store.relay(messages);
            messages.forEach(message -> relayed.accept(message.message().id()));
            return answers;
        }

        @Override
        public Map<String, Long> leased(Lease lease, Collection<String> ids) {
            return store.leased(lease, ids);
        }

        @Override
        public PreparedMessage prepare(OutgoingMessage message) {
            return store.prepare(message);
        }

        @Override
        public List<Relayed> cancel(List<MessageRevision> messages) {
            return store.cancel(messages);
        }

        @Override
        public List<Relayed> adopt(List<RevisionedMessage> messages) {
            return store.adopt(messages);
        }

        @Override
        public RedriveResult redrive(MessageRevision dead, long revision) {
            return store.redrive(dead, revision);
        }

        @Override
        public List<Optional<StoredRevision>> locate(List<MessageName> messages) {
            return store.locate(messages);
        }

        @Override
        public ShardMark mark(int shard) {
            return store.mark(shard);
        }

        @Override
        public ShardMark raiseMark(int shard, ShardMark known, long mark) {
            return store.raiseMark(shard, known, mark);
        }
    }
}
