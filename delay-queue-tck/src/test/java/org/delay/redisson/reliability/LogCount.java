package org.delay.redisson.reliability;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/** Counts the library's warnings and errors in this JVM, by their text without what is put in. */
final class LogCount extends AppenderBase<ILoggingEvent> {

    private final Map<String, AtomicInteger> lines = new ConcurrentHashMap<>();

    /** Begins to count. */
    static LogCount begin() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        LogCount count = new LogCount();
        count.setContext(context);
        count.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(count);
        return count;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLoggerName().startsWith("org.delay.redisson.")
                && event.getLevel().isGreaterOrEqual(Level.WARN)) {
            lines.computeIfAbsent(event.getMessage(), none -> new AtomicInteger())
                    .incrementAndGet();
        }
    }

    int total() {
        return lines.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    @Override
    public String toString() {
        return new TreeMap<>(lines).toString();
    }
}
