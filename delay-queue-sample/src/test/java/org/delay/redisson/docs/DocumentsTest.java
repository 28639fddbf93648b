package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Whatever a document shows is so. */
class DocumentsTest {

    @TestFactory
    Stream<DynamicTest> blocks() throws Exception {
        Checkers checkers = new Checkers();
        return Document.all().stream()
                .flatMap(document -> document.blocks().stream())
                .map(block -> dynamicTest(block.place() + " " + block.language(), () -> checkers.check(block)));
    }

    @TestFactory
    Stream<DynamicTest> links() {
        return Document.all().stream()
                .flatMap(document -> document.links().stream()
                        .filter(link -> !link.contains("://"))
                        .map(link -> dynamicTest(document.path() + " → " + link, () -> checkLink(document, link))));
    }

    private static void checkLink(Document document, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty()
                ? ProjectFiles.ROOT.resolve(document.path())
                : ProjectFiles.ROOT
                        .resolve(document.path())
                        .resolveSibling(file)
                        .normalize();
        assertThat(target).as("where the link leads").matches(Files::exists, "exists");
        if (hash >= 0) {
            assertThat(Document.of(target).anchors()).contains(link.substring(hash + 1));
        }
    }
}
