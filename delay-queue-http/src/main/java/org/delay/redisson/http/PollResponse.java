package org.delay.redisson.http;

import jakarta.servlet.AsyncContext;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/** An answer that comes when messages do. */
@Slf4j
@RequiredArgsConstructor
final class PollResponse extends AsyncResponse {

    private final PollParts parts;
    private final ReceiveRequest wanted;
    private final String client;
    private final List<String> lost;

    @Override
    public void begin(AsyncContext async) {
        Poll poll =
                new Poll(wanted.topics(), wanted.max(), client, wanted.consumer(), messages -> start(async, messages));
        parts.state().owe();
        try {
            parts.waiters().add(poll, wanted.patience());
        } catch (ApiProblem problem) {
            write(async, answer(problem), List.of());
        }
    }

    /** On a thread of the server: a client that reads slowly must not hold up a worker. */
    private void start(AsyncContext async, List<Taken> messages) {
        try {
            async.start(() -> answer(async, messages));
        } catch (RuntimeException e) {
            log.debug("The server takes no more answers", e);
            parts.deliveries().giveBack(messages, false);
            EndOnError.complete(async);
            parts.state().answered();
        }
    }

    private void answer(AsyncContext async, List<Taken> messages) {
        Answer answer;
        try {
            answer = Answer.ok(Deliveries.json(parts.deliveries().lease(messages, wanted.lease()), lost));
        } catch (RuntimeException e) {
            parts.deliveries().giveBack(messages, false);
            answer = answer(Problems.of(e));
            messages = List.of();
        }
        write(async, parts.state().isStopping() ? answer.closing() : answer, messages);
    }

    private Answer answer(ApiProblem problem) {
        parts.meters().problem(problem);
        return problem.answer();
    }

    private void write(AsyncContext async, Answer answer, List<Taken> messages) {
        answer.write(async, failure -> {
            try {
                if (failure == null) {
                    parts.deliveries().received(messages.size());
                } else {
                    parts.deliveries().giveBack(messages, true);
                }
            } finally {
                parts.state().answered();
            }
        });
    }
}
