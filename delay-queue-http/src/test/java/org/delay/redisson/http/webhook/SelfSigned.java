package org.delay.redisson.http.webhook;

import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.ssl.SSLContextBuilder;

/** A certificate for tests, made by the JDK's own tool. */
final class SelfSigned {

    static final String PASSWORD = "changeit";

    private SelfSigned() {}

    /** What a server for {@code localhost} proves itself with, and what trusts it. */
    static SSLContext forLocalhost(Path directory) throws Exception {
        Path store = store(directory);
        return SSLContextBuilder.create()
                .loadKeyMaterial(store, PASSWORD.toCharArray(), PASSWORD.toCharArray())
                .loadTrustMaterial(store, PASSWORD.toCharArray())
                .build();
    }

    private static Path store(Path directory) throws Exception {
        Path store = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "localhost",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-validity",
                        "365",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = String.join("\n", keytool.inputReader().lines().toList());
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        return store;
    }
}
