package org.delay.redisson.reliability.composed;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.reliability.composed.Entry.What;
import org.slf4j.LoggerFactory;

/** Writes down which warnings and errors of the library's are logged, by their patterns. */
final class LoggedLines extends AppenderBase<ILoggingEvent> {

    /** More of one pattern are a flood anyway. */
    private static final int MOST = 3_000;

    private static final int LONGEST = 120;

    private static final String LIBRARY = "org.delay.redisson";

    private static final String OURS = LIBRARY + ".reliability";

    private final Journal journal;
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    private LoggedLines(Journal journal) {
        this.journal = journal;
    }

    /** From now on, until it is stopped. */
    static LoggedLines writeTo(Journal journal) {
        LoggedLines lines = new LoggedLines(journal);
        lines.start();
        ((Logger) LoggerFactory.getLogger(LIBRARY)).addAppender(lines);
        return lines;
    }

    @Override
    public void stop() {
        ((Logger) LoggerFactory.getLogger(LIBRARY)).detachAppender(this);
        super.stop();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)
                && !event.getLoggerName().startsWith(OURS)) {
            String pattern = pattern(event);
            if (counts.computeIfAbsent(pattern, none -> new AtomicInteger()).incrementAndGet() <= MOST) {
                journal.write(Entry.now(What.LOGGED, "", "", 0, 0, 0, pattern));
            }
        }
    }

    /** What is alike in lines that tell of the same. */
    private static String pattern(ILoggingEvent event) {
        String message = event.getMessage();
        String text = message.startsWith("{}") ? event.getFormattedMessage().replaceAll("\\d+", "#") : message;
        return text.substring(0, Math.min(text.length(), LONGEST));
    }
}
