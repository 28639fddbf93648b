package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.RestoreReport;
import org.delay.redisson.journal.RestoreRequest;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** In the middle of the story, the sample's own Redis loses all messages, and the journal puts them back. */
@Slf4j
@Component
@Profile("journal & !servers")
@RequiredArgsConstructor
class LossOfRedis {

    private final OwnRedis redis;
    private final DelayQueueJournal journal;

    void happen() {
        redis.loseEverything();
        log.info("Redis has lost all messages, by FLUSHALL.");
        RestoreReport found = journal.restore(RestoreRequest.ALL.withDryRun(true), progress -> {});
        log.info("The journal has {} waiting messages. Missing from Redis: {}.", found.waiting(), found.missing());
        RestoreReport done = journal.restore(RestoreRequest.ALL, progress -> {});
        log.info("The journal has put {} messages back.", done.restored());
    }
}
