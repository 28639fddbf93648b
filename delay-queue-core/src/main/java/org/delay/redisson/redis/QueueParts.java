package org.delay.redisson.redis;

import org.redisson.api.RedissonClient;

/** Builds the parts of a queue from its settings, and connects them. */
final class QueueParts {

    final String service;
    final RedisClocks clocks = new RedisClocks();
    final MessageSender sender;
    final MessageCommands messages;
    final MessageQueries queries;
    final TopicCommands topics;
    final DeadLetterCommands deadLetters;
    final DeadLetterSearch deadLetterSearch;
    final TopicRemoval topicRemoval;
    final TopicLoads loads;
    final MessageReports reports;
    final MinuteCounts figures;
    final BulkTasks tasks;
    final TopicCounts counts;
    final ShardMapLoader shardMaps;
    final ClaimCommands claims;
    final SingleReceiver receiver;
    final Instances instances;
    final RedisRevisions revisions;

    QueueParts(RedissonDelayQueueSettings<?> settings) {
        RedissonClient client = settings.client();
        service = settings.keys().service();
        QueueTimer timer = new QueueTimer();
        ScriptRunner scripts = new ScriptRunner(client, timer);
        DeadlineCalls calls = new DeadlineCalls(scripts, timer, clocks, ClientTimeout.of(client));
        WakeUpNames wakeUps = new WakeUpNames(client, settings.keys());
        ServiceStorage storage = new ServiceStorage(settings.keys(), wakeUps, settings.formats());
        shardMaps = new ShardMapLoader(scripts, calls, clocks, storage, settings.shards());
        AllShards allShards = new AllShards(shardMaps);
        queries = new MessageQueries(scripts, shardMaps, storage);
        messages = new MessageCommands(calls, shardMaps, storage, queries);
        topics = new TopicCommands(scripts, calls, allShards, storage);
        StoredStates states = new StoredStates(scripts, storage);
        deadLetterSearch = new DeadLetterSearch(scripts, shardMaps, storage.keys());
        deadLetters = new DeadLetterCommands(calls, deadLetterSearch, shardMaps, storage, new OtherHomes(states));
        loads = new TopicLoads(scripts, allShards, storage.keys());
        reports = new MessageReports(scripts, allShards, queries, storage.keys());
        figures = new MinuteCounts(scripts, storage.keys());
        tasks = new BulkTasks(scripts, storage.keys());
        counts = new TopicCounts(scripts, clocks, allShards, storage.keys());
        claims = new ClaimCommands(scripts, clocks, storage);
        receiver = new SingleReceiver(claims, shardMaps, new WakeUpChannel(client, wakeUps), settings.converter());
        instances = new Instances(scripts, storage);
        CallbackExecutor callbacks = new CallbackExecutor(timer);
        TopicRegistration registration =
                new TopicRegistration(settings.registrar(), timer, callbacks, client::isShuttingDown);
        topicRemoval = new TopicRemoval(calls, allShards, storage, topics, registration);
        SendCalls sends = new SendCalls(new ScheduleScripts(client, calls, settings.minReplicas()), storage);
        SendBatcher batcher =
                new SendBatcher(sends, shardMaps, timer, registration::addAllAgain, SendBatcher.MAX_DURATION);
        MessageEncoder encoder = new MessageEncoder(settings.converter(), settings.limits(), settings.formats());
        sender = new MessageSender(settings.limits(), encoder, registration, batcher, callbacks);
        revisions = new RedisRevisions(
                new MessagePreparer(encoder, new LastShardMap(shardMaps), clocks),
                new RevisionedCalls(calls, shardMaps, storage, registration),
                new RevisionQueries(shardMaps, states),
                new ShardMarks(calls, shardMaps, storage.keys()),
                messages,
                claims);
    }
}
