package org.delay.redisson.test;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Has each test method begin with an empty queue, whatever came before it in a cached context. */
final class DelayQueueTestListener implements TestExecutionListener {

    @Override
    public void beforeTestMethod(TestContext test) {
        if (test.hasApplicationContext()) {
            test.getApplicationContext().getBeanProvider(DelayQueueTester.class).ifAvailable(DelayQueueTester::reset);
        }
    }
}
