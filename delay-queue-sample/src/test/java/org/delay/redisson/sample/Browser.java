package org.delay.redisson.sample;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/**
 * A real browser, WebKit, without a screen. It comes as a dependency, and needs of the system only the libraries for fonts
 * (on Linux FreeType and Pango).
 */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final ObjectOutputStream requests;
    private final ObjectInputStream answers;

    private Browser(Process process) throws IOException {
        this.process = process;
        this.requests = new ObjectOutputStream(process.getOutputStream());
        this.answers = new ObjectInputStream(process.getInputStream());
    }

    /** Starts it with a window of this width, or skips the test and says why. */
    static Browser start(int width) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WebKit.class.getName(),
                        String.valueOf(width))
                // WebKit's traces are about its drawing, and would be on the console of the build.
                .redirectError(Redirect.appendTo(Path.of("target", "webkit.log").toFile()))
                .start();
        Browser browser = new Browser(process);
        WebKit.Answer started = browser.answer();
        if (started.problem() != null) {
            browser.close();
            Assumptions.abort("No browser: WebKit does not start on this system, for want of a library perhaps: "
                    + started.problem());
        }
        return browser;
    }

    void open(String address) {
        ask(new WebKit.Request(true, address));
        await().atMost(PATIENCE)
                .until(() -> is("document.readyState === 'complete' && location.href !== 'about:blank'"));
    }

    /** The value of an expression. */
    Object value(String script) {
        return ask(new WebKit.Request(false, script));
    }

    String text(String selector) {
        return (String) value("document.querySelector(\"%s\").textContent.trim()".formatted(selector));
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(value("Boolean(" + script + ")"));
    }

    boolean shows(String selector) {
        return is("[...document.querySelectorAll(\"%s\")].some(each => each.getClientRects().length)"
                .formatted(selector));
    }

    void click(String selector) {
        value("document.querySelector(\"%s\").click()".formatted(selector));
    }

    void type(String selector, String text) {
        value("document.querySelector(\"%s\").value = \"%s\"".formatted(selector, text));
    }

    void awaitShown(String selector) {
        await(selector).atMost(PATIENCE).until(() -> shows(selector));
    }

    void awaitGone(String selector) {
        await(selector).atMost(PATIENCE).until(() -> !shows(selector));
    }

    void awaitText(String selector, String text) {
        await(selector)
                .atMost(PATIENCE)
                .until(() -> shows(selector) && text(selector).contains(text));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private synchronized Object ask(WebKit.Request request) {
        try {
            requests.writeObject(request);
            requests.flush();
            WebKit.Answer answer = answer();
            if (answer.problem() != null) {
                throw new IllegalStateException(answer.problem());
            }
            return answer.value();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WebKit.Answer answer() throws IOException {
        try {
            return (WebKit.Answer) answers.readObject();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
