package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.parser.Parser;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who checks which block: its language decides. A block whose test is elsewhere says so in a comment before it, as in {@code
 * <!-- checked by SampleApplicationTest -->}: there must be a test of that name that reads the document. Whole Java files are
 * those of the quick start, which {@link QuickStartTest} compiles and runs.
 */
final class Checkers {

    private static final Pattern ELSEWHERE = Pattern.compile("<!-- checked by (\\w+) -->");

    private final Map<String, BlockChecker> byLanguage;

    Checkers() throws Exception {
        Regions regions = Regions.inSources();
        Metadata metadata = Metadata.onClassPath();
        byLanguage = Map.of(
                "java",
                block -> {
                    if (block.text().startsWith("package ")) {
                        assertIsTested(block, "QuickStartTest");
                    } else {
                        regions.assertContains(block.text(), block.place());
                    }
                },
                "properties",
                Configuration.properties(metadata),
                "yaml",
                Configuration.yaml(metadata),
                "xml",
                Dependencies.ofProject(),
                "shell",
                new ShellCommands(metadata),
                "console",
                new RedisSession(),
                "json",
                block -> JsonMapper.shared().readTree(block.text()),
                "text",
                new Quotations(SourceMessages.inSources()),
                "mermaid",
                new Drawing(),
                "markdown",
                block -> Parser.builder().build().parse(block.text()));
    }

    void check(Block block) throws Exception {
        Matcher elsewhere = ELSEWHERE.matcher(block.mark());
        if (elsewhere.find()) {
            assertIsTested(block, elsewhere.group(1));
            return;
        }
        BlockChecker checker = byLanguage.get(block.language());
        assertThat(checker)
                .as("%s: nobody checks '%s', only %s", block.place(), block.language(), byLanguage.keySet())
                .isNotNull();
        checker.check(block);
    }

    private static void assertIsTested(Block block, String test) {
        String document = block.document().substring(block.document().lastIndexOf('/') + 1);
        assertThat(ProjectFiles.find(path -> path.contains("/src/test/") && path.endsWith("/" + test + ".java")))
                .as("%s: %s reads %s", block.place(), test, document)
                .anySatisfy(file -> assertThat(ProjectFiles.read(file)).contains("\"" + document + "\""));
    }
}
