package org.delay.redisson.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.delay.redisson.Limits;
import org.delay.redisson.docs.Document.Title;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.junit.jupiter.api.Test;

/** The README tells the same in both languages, and the versions that it tells are those of the build. */
class ReadmesTest {

    private static final String ENGLISH = "README.md";
    private static final String CHINESE = "README.zh-CN.md";
    private static final Pattern ROW = Pattern.compile("(?m)^\\|.*\\|$");

    private final Document english = Document.of(ENGLISH);
    private final Document chinese = Document.of(CHINESE);

    @Test
    void haveTheSameSections() {
        assertThat(levels(chinese)).isEqualTo(levels(english));
    }

    @Test
    void showTheSameCode() {
        assertThat(code(chinese)).isEqualTo(code(english));
    }

    @Test
    void leadToTheSamePages() {
        assertThat(links(chinese, ENGLISH))
                .isEqualTo(links(english, CHINESE).stream()
                        .map(ReadmesTest::inChinese)
                        .toList());
    }

    @Test
    void nameTheSameThings() {
        assertThat(new TreeSet<>(chinese.words())).isEqualTo(new TreeSet<>(english.words()));
    }

    @Test
    void haveTablesOfTheSameSizes() {
        assertThat(rows(CHINESE)).isEqualTo(rows(ENGLISH));
    }

    @Test
    void tellTheVersionsOfTheBuild() {
        String pom = ProjectFiles.read("pom.xml");
        String ci = ProjectFiles.read(".github/workflows/ci.yml");
        for (String readme : List.of(ENGLISH, CHINESE)) {
            String text = ProjectFiles.read(readme);
            assertThat(text)
                    .containsPattern("\\| Java \\| " + property(pom, "maven.compiler.release") + "\\D")
                    .containsPattern("\\| Spring Boot \\| .*\\b" + Pattern.quote(property(pom, "spring-boot.version")))
                    .containsPattern("\\| Redisson \\| " + Pattern.quote(property(pom, "redisson.version")) + "\\D");
            lines(ci)
                    .forEach(line ->
                            assertThat(text).containsPattern("\\| Spring Boot \\| .*\\b" + Pattern.quote(line)));
        }
    }

    @Test
    void tellTheLimitsThatApply() {
        Limits limits = Limits.DEFAULTS;
        for (String readme : List.of(ENGLISH, CHINESE)) {
            assertThat(ProjectFiles.read(readme))
                    .contains("| %d KiB".formatted(limits.bodyBytes() / 1024))
                    .contains("| %d ".formatted(limits.delay().toDays() / 365))
                    .contains("| %,d |".formatted(limits.bulk()))
                    .contains("| %d".formatted(DispatchSettings.DEFAULTS.batch()))
                    .contains("%d MiB |".formatted(DispatchSettings.DEFAULTS.batchBytes() >> 20));
        }
    }

    /** Lines of Spring Boot that CI builds with, such as 4.1. */
    private static Set<String> lines(String ci) {
        Set<String> lines = new TreeSet<>();
        Pattern.compile("boot: (\\d+\\.\\d+)\\.\\d+").matcher(ci).results().forEach(found -> lines.add(found.group(1)));
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private static String property(String pom, String name) {
        Matcher value = Pattern.compile("<" + Pattern.quote(name) + ">(.*)</").matcher(pom);
        assertThat(value.find()).as(name).isTrue();
        return requireNonNull(value.group(1));
    }

    private static List<Integer> levels(Document document) {
        return document.headings().stream().map(Title::level).toList();
    }

    private static List<String> code(Document document) {
        return document.blocks().stream()
                .map(block -> block.language() + "\n" + block.text())
                .toList();
    }

    private static List<String> links(Document document, String other) {
        return document.links().stream().filter(link -> !link.equals(other)).toList();
    }

    /** A page's Chinese version where there is one. */
    private static String inChinese(String link) {
        String translated = link.replace(".md", ".zh-CN.md");
        return Files.exists(ProjectFiles.ROOT.resolve(translated)) ? translated : link;
    }

    private static long rows(String readme) {
        return ROW.matcher(ProjectFiles.read(readme)).results().count();
    }
}
