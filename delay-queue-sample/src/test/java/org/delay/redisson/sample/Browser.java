package org.delay.redisson.sample;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.web.WebView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Assumptions;

/**
 * A real browser, WebKit, without a screen. It comes as a dependency, and needs of the system only the libraries for fonts
 * (on Linux FreeType and Pango).
 */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int HEIGHT = 900;

    private final Stage stage;
    private final WebView view;

    private Browser(Stage stage, WebView view) {
        this.stage = stage;
        this.view = view;
    }

    /** Starts it with a window of this width, or skips the test and says why. */
    static Browser start(int width) throws InterruptedException {
        startPlatform();
        return call(() -> {
            Stage stage = new Stage();
            WebView view = new WebView();
            stage.setScene(new Scene(view, width, HEIGHT));
            stage.show();
            return new Browser(stage, view);
        });
    }

    void open(String address) {
        call(() -> {
            view.getEngine().load(address);
            return true;
        });
        await().atMost(PATIENCE)
                .until(() -> is("document.readyState === 'complete' && location.href !== 'about:blank'"));
    }

    /** The value of an expression. */
    Object value(String script) {
        return call(() -> view.getEngine().executeScript(script));
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
        call(() -> {
            view.getEngine().load(null);
            stage.close();
            return true;
        });
    }

    private static void startPlatform() throws InterruptedException {
        System.setProperty("glass.platform", "Monocle");
        System.setProperty("monocle.platform", "Headless");
        System.setProperty("prism.order", "sw");
        // It warns of being on the class path.
        Logger.getLogger("javafx").setLevel(Level.SEVERE);
        CountDownLatch started = new CountDownLatch(1);
        try {
            Platform.startup(started::countDown);
            Platform.setImplicitExit(false);
        } catch (IllegalStateException alreadyStarted) {
            started.countDown();
        } catch (RuntimeException | LinkageError e) {
            Assumptions.abort("No browser: WebKit does not start on this system, for want of a library perhaps: " + e);
        }
        if (!started.await(PATIENCE.toSeconds(), SECONDS)) {
            throw new IllegalStateException("The browser did not start");
        }
    }

    /** On the one thread that may touch it. */
    private static <T> T call(Supplier<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                result.complete(task.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get(PATIENCE.toSeconds(), SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
