package org.delay.redisson;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** What a class logs until it is closed. */
public final class Logged implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private Logged(Logger logger) {
        this.logger = logger;
        appender.start();
        logger.addAppender(appender);
    }

    public static Logged of(Class<?> type) {
        return new Logged((Logger) LoggerFactory.getLogger(type));
    }

    public List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Of what was logged with a stack trace. */
    public String stacks() {
        return appender.list.stream()
                .filter(event -> event.getThrowableProxy() != null)
                .map(event -> ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        appender.stop();
    }
}
