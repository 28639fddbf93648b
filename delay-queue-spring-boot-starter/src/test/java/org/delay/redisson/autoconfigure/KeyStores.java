package org.delay.redisson.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Key stores for tests, made by the JDK's own tool. */
final class KeyStores {

    private KeyStores() {}

    /** A store with one self-signed certificate for localhost and its key. */
    static Path create(Path directory, String password) throws IOException, InterruptedException {
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
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "365",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        password))
                .redirectErrorStream(true)
                .start();
        String output = String.join("\n", keytool.inputReader().lines().toList());
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        return store;
    }
}
