package org.delay.redisson.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import org.delay.redisson.BodyConverter.InvalidBody;
import org.delay.redisson.DelayQueueException.UnreadableBody;
import org.junit.jupiter.api.Test;

class ErrorTextTest {

    @Test
    void aCauseHasAPlaceToo() {
        Throwable thrown = thrownByReflection("outer");

        assertThat(ErrorText.of(thrown, "body").lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("java.lang.IllegalStateException: outer"),
                        line -> assertThat(line).contains("at " + getClass().getName() + ".outer(ErrorTextTest.java:"),
                        line -> assertThat(line).contains(".thrownByReflection("),
                        line -> assertThat(line).contains(".aCauseHasAPlaceToo("),
                        line -> assertThat(line).isEqualTo("caused by java.io.IOException: inner"),
                        line -> assertThat(line).contains("at " + getClass().getName() + ".inner(ErrorTextTest.java:"),
                        line -> assertThat(line).contains(".outer("),
                        line -> assertThat(line).contains(".thrownByReflection("));
    }

    @Test
    void theCauseOfALongTextIsKept() {
        Throwable thrown = new IllegalStateException("x".repeat(5_000), thrownByReflection("inner"));

        assertThat(ErrorText.of(thrown, "body"))
                .hasSizeLessThanOrEqualTo(1_000)
                .contains("caused by java.io.IOException: inner", ".inner(ErrorTextTest.java:");
    }

    @Test
    void aBodyThatCantBeReadSaysWhere() {
        String text = ErrorText.line(
                new UnreadableBody(
                        "orders",
                        "7",
                        Integer.class,
                        new InvalidBody("A body can't be read", "wrong at line 3, column 12, in items[2].price")),
                "secret body");

        assertThat(text)
                .contains("Body can't be read as java.lang.Integer: wrong at line 3, column 12, in items[2].price")
                .contains("topic orders, id 7");
    }

    private Throwable thrownByReflection(String method) {
        try {
            Method called = getClass().getDeclaredMethod(method);
            called.invoke(null);
            throw new AssertionError("nothing was thrown");
        } catch (ReflectiveOperationException e) {
            return e.getCause();
        }
    }

    static void outer() {
        try {
            inner();
        } catch (IOException e) {
            throw new IllegalStateException("outer", e);
        }
    }

    @SuppressWarnings("DoNotCallSuggester") // it is called for its exception
    static void inner() throws IOException {
        throw new IOException("inner");
    }
}
