package org.delay.redisson.redis;

import org.redisson.api.RedissonClient;

/** Builds the parts of a queue from its settings, and connects them. */
final class QueueParts {

    final RedisClocks clocks = new RedisClocks();
    final MessageSender sender;
    final MessageCommands messages;
    final MessageQueries queries;
    final TopicCommands topics;
    final TopicCounts counts;
    final ShardMapLoader shardMaps;
    final ClaimCommands claims;
    final SingleReceiver receiver;
    final Instances instances;

    QueueParts(RedissonDelayQueueSettings<?> settings) {
        RedissonClient client = settings.client();
        QueueTimer timer = new QueueTimer();
        ScriptRunner scripts = new ScriptRunner(client, timer);
        DeadlineCalls calls = new DeadlineCalls(scripts, timer, clocks, ClientTimeout.of(client));
        WakeUpChannel channel = new WakeUpChannel(client, settings.keys());
        ServiceStorage storage = new ServiceStorage(settings.keys(), channel.name(), settings.formats());
        shardMaps = new ShardMapLoader(scripts, calls, clocks, storage, settings.shards());
        AllShards allShards = new AllShards(shardMaps);
        queries = new MessageQueries(scripts, shardMaps, storage);
        messages = new MessageCommands(calls, shardMaps, storage, queries);
        topics = new TopicCommands(scripts, calls, allShards, storage);
        counts = new TopicCounts(scripts, clocks, allShards, storage.keys());
        claims = new ClaimCommands(scripts, clocks, storage);
        receiver = new SingleReceiver(claims, shardMaps, channel, settings.converter());
        instances = new Instances(scripts, storage);
        CallbackExecutor callbacks = new CallbackExecutor(timer);
        TopicRegistration registration =
                new TopicRegistration(settings.registrar(), timer, callbacks, client::isShuttingDown);
        SendCalls sends = new SendCalls(new ReplicaWait(client, calls, settings.minReplicas()), storage);
        SendBatcher batcher =
                new SendBatcher(sends, shardMaps, timer, registration::addAllAgain, SendBatcher.MAX_DURATION);
        MessageEncoder encoder = new MessageEncoder(settings.converter(), settings.limits(), settings.formats());
        sender = new MessageSender(settings.limits(), encoder, registration, batcher, callbacks);
    }
}
