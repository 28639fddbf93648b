package org.delay.redisson.journal;

import org.delay.redisson.tck.DelayQueueContract;
import org.delay.redisson.tck.QueueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@ExtendWith(ContractExceptions.class)
@Execution(ExecutionMode.CONCURRENT)
class H2QueueContractTest extends DelayQueueContract {

    private static JournaledQueues queues;

    @BeforeAll
    static void start() {
        queues = new JournaledQueues(Databases.H2);
    }

    @AfterAll
    static void stop() {
        queues.close();
    }

    @Override
    protected QueueFactory queues() {
        return queues;
    }
}
