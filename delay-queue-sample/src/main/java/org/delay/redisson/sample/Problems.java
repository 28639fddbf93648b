package org.delay.redisson.sample;

import java.util.List;
import org.delay.redisson.DelayQueueException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers with problem details (RFC 9457). */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    @ExceptionHandler
    ProblemDetail notFound(OrderProblem.NotFound problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, problem.getMessage());
    }

    @ExceptionHandler
    ProblemDetail conflict(OrderProblem.Conflict problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, problem.getMessage());
    }

    /** The topic or id is invalid. */
    @ExceptionHandler
    ProblemDetail badInput(IllegalArgumentException problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, problem.getMessage());
    }

    /** For example, Redis is down: nothing was done, or the outcome is unknown. */
    @ExceptionHandler
    ProblemDetail unavailable(DelayQueueException problem) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, problem.getMessage());
    }

    /** Names each invalid field. */
    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException exception, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<String> errors = exception.getFieldErrors().stream()
                .map(error -> error.getField() + " " + error.getDefaultMessage())
                .sorted()
                .toList();
        ProblemDetail body = exception.getBody();
        body.setDetail(String.join("; ", errors));
        return handleExceptionInternal(exception, body, headers, status, request);
    }
}
