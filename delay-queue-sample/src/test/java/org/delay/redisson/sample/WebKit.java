package org.delay.redisson.sample;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
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

/**
 * A window of WebKit, without a screen, in a JVM of its own: native code may abort a JVM that has loaded it when it exits. It reads
 * scripts from its input, runs them in the page, and writes their values to its output. Its first answer is null, or why it does not
 * start.
 */
final class WebKit {

    private static final long PATIENCE_SECONDS = 120;
    private static final int HEIGHT = 900;

    private WebKit() {}

    /** What is read: an address to open, if {@code opens}, else a script. */
    record Request(boolean opens, String text) implements Serializable {}

    /** What is written: the value of a script, or why it has none. */
    record Answer(Object value, String problem) implements Serializable {}

    public static void main(String[] arguments) throws Exception {
        ObjectOutputStream answers = new ObjectOutputStream(System.out);
        System.setOut(System.err);
        WebView view;
        try {
            view = start(Integer.parseInt(arguments[0]));
        } catch (Exception | LinkageError e) {
            write(answers, new Answer(null, e.toString()));
            return;
        }
        write(answers, new Answer(null, null));
        obey(view, new ObjectInputStream(System.in), answers);
        Runtime.getRuntime().halt(0);
    }

    private static void obey(WebView view, ObjectInputStream requests, ObjectOutputStream answers)
            throws IOException, ClassNotFoundException {
        while (true) {
            Request request;
            try {
                request = (Request) requests.readObject();
            } catch (EOFException closed) {
                return;
            }
            Answer answer;
            try {
                answer = new Answer(call(() -> run(view, request)), null);
            } catch (Exception e) {
                answer = new Answer(null, e.toString());
            }
            write(answers, answer);
        }
    }

    private static Object run(WebView view, Request request) {
        if (request.opens()) {
            view.getEngine().load(request.text());
            return null;
        }
        Object value = view.getEngine().executeScript(request.text());
        return value instanceof Serializable ? value : String.valueOf(value);
    }

    private static void write(ObjectOutputStream answers, Answer answer) throws IOException {
        answers.writeObject(answer);
        answers.flush();
    }

    private static WebView start(int width) throws Exception {
        System.setProperty("glass.platform", "Monocle");
        System.setProperty("monocle.platform", "Headless");
        System.setProperty("prism.order", "sw");
        // It warns of being on the class path.
        Logger.getLogger("javafx").setLevel(Level.SEVERE);
        CountDownLatch started = new CountDownLatch(1);
        Platform.startup(started::countDown);
        if (!started.await(PATIENCE_SECONDS, SECONDS)) {
            throw new TimeoutException("The browser did not start");
        }
        return call(() -> {
            WebView view = new WebView();
            Stage stage = new Stage();
            stage.setScene(new Scene(view, width, HEIGHT));
            stage.show();
            return view;
        });
    }

    /** On the one thread that may touch it. */
    private static <T> T call(Supplier<T> task) throws ExecutionException, TimeoutException, InterruptedException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                result.complete(task.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(PATIENCE_SECONDS, SECONDS);
    }
}
