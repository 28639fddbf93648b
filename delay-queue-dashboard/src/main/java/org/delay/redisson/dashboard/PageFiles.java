package org.delay.redisson.dashboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpStatus;

/** The files of the page, read once. A name that is not one of them is nothing, whatever characters it has. */
final class PageFiles {

    static final String PAGE = "index.html";

    /** All of them. A test compares them with what is there. */
    static final List<String> NAMES = List.of(
            PAGE,
            "dashboard.css",
            "icon.svg",
            "app.js",
            "api.js",
            "bulk.js",
            "chart.js",
            "confirm.js",
            "dead.js",
            "dom.js",
            "find.js",
            "format.js",
            "instances.js",
            "load.js",
            "message.js",
            "overview.js",
            "pager.js",
            "settings.js",
            "tasks.js",
            "topic.js",
            "words.js",
            "words-zh.js");

    private final Map<String, File> files = new LinkedHashMap<>();

    PageFiles() {
        NAMES.forEach(name -> files.put(name, read(name)));
    }

    /** A file as it is and compressed. */
    static final class File {

        private final String type;
        private final byte[] content;
        private final byte[] compressed;

        private File(String type, byte[] content) throws IOException {
            this.type = type;
            this.content = content;
            this.compressed = compressed(content);
        }

        Reply reply(boolean acceptsGzip) {
            Reply reply =
                    new Reply(HttpStatus.OK, type, acceptsGzip ? compressed : content).with("Vary", "Accept-Encoding");
            return acceptsGzip ? reply.with("Content-Encoding", "gzip") : reply;
        }

        /** In bytes. */
        int compressedSize() {
            return compressed.length;
        }
    }

    Optional<File> find(String name) {
        return Optional.ofNullable(files.get(name));
    }

    private static File read(String name) {
        try (InputStream file = PageFiles.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("The dashboard's file " + name + " is missing from its jar");
            }
            return new File(type(name), file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return compressed.toByteArray();
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=UTF-8";
            case "css" -> "text/css;charset=UTF-8";
            case "svg" -> "image/svg+xml";
            default -> "text/javascript;charset=UTF-8";
        };
    }
}
