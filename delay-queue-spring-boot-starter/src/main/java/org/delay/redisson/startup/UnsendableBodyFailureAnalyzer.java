package org.delay.redisson.startup;

import java.util.Arrays;
import java.util.List;
import org.delay.redisson.BodyConverter.UnsendableBody;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Explains a send that was refused while the application started, for example in an ApplicationRunner, and names the sender's line. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnsendableBodyFailureAnalyzer extends AbstractFailureAnalyzer<UnsendableBody> {

    private static final List<String> NOT_THE_SENDER =
            List.of("org.delay.redisson.", "org.springframework.", "java.", "jdk.");

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsendableBody cause) {
        return new FailureAnalysis(
                "A message was not sent. " + cause.what() + "." + sender(cause), cause.remedy() + ".", cause);
    }

    private static String sender(UnsendableBody cause) {
        return Arrays.stream(cause.getStackTrace())
                .filter(frame -> NOT_THE_SENDER.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> "\n\nThe send is at " + frame)
                .orElse("");
    }
}
