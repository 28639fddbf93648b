package org.delay.redisson.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** Key stores for tests, made by the JDK's own tool. */
final class KeyStores {

    private static final String ALIAS = "localhost";

    private KeyStores() {}

    /** A store with one self-signed certificate for localhost and its key. */
    static Path create(Path directory, String password) throws IOException, InterruptedException {
        Path store = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
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

    /** The certificate as a PEM file beside the store. */
    static Path certificate(Path store, String password) throws IOException, GeneralSecurityException {
        return pem(
                store,
                "CERTIFICATE",
                open(store, password).getCertificate(ALIAS).getEncoded());
    }

    /** The private key as a PEM file beside the store. */
    static Path key(Path store, String password) throws IOException, GeneralSecurityException {
        return pem(
                store,
                "PRIVATE KEY",
                open(store, password).getKey(ALIAS, password.toCharArray()).getEncoded());
    }

    private static KeyStore open(Path store, String password) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), password.toCharArray());
    }

    private static Path pem(Path store, String label, byte[] content) throws IOException {
        String text = "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder().encodeToString(content)
                + "\n-----END " + label + "-----\n";
        return Files.writeString(store.resolveSibling(label.replace(' ', '-') + ".pem"), text);
    }
}
