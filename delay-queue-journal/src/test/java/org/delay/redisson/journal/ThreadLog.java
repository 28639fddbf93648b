package org.delay.redisson.journal;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs in the thread of a test, since other tests may make it log at the same time. */
final class ThreadLog implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private ThreadLog(Class<?> logging) {
        logger = (Logger) LoggerFactory.getLogger(logging);
        appender.addFilter(new OwnThread());
        appender.start();
        logger.addAppender(appender);
    }

    static ThreadLog of(Class<?> logging) {
        return new ThreadLog(logging);
    }

    List<ILoggingEvent> events() {
        return appender.list;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }

    private static final class OwnThread extends Filter<ILoggingEvent> {

        private final String thread = Thread.currentThread().getName();

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return event.getThreadName().equals(thread) ? FilterReply.NEUTRAL : FilterReply.DENY;
        }
    }
}
