package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

/** A Mermaid drawing: the classes and scripts that it names must be there. */
final class Drawing implements BlockChecker {

    private static final Pattern LABEL = Pattern.compile("\\[\"?([A-Z][A-Za-z]+)\"?]");
    private static final Pattern SCRIPT = Pattern.compile("[a-z-]+\\.lua");

    @Override
    public void check(Block block) {
        List<String> files = ProjectFiles.find(path -> path.endsWith(".java") || path.endsWith(".lua")).stream()
                .map(file -> file.getFileName().toString())
                .toList();
        assertThat(LABEL.matcher(block.text()).results().map(label -> label.group(1) + ".java"))
                .as(block.place())
                .isNotEmpty()
                .allMatch(files::contains);
        assertThat(SCRIPT.matcher(block.text()).results().map(script -> script.group()))
                .as(block.place())
                .allMatch(files::contains);
    }
}
