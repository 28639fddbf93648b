package org.delay.redisson.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The README is short, and the versions that it tells are those of the build. {@link TranslationsTest} compares its languages. */
class ReadmesTest {

    private static final String ENGLISH = "README.md";
    private static final String CHINESE = "README.zh-CN.md";

    @Test
    void tellTheVersionsOfTheBuild() {
        String pom = ProjectFiles.read("pom.xml");
        String ci = ProjectFiles.read(".github/workflows/ci.yml");
        for (String readme : List.of(ENGLISH, CHINESE)) {
            String text = ProjectFiles.read(readme);
            assertThat(text)
                    .containsPattern("\\| Java \\| " + property(pom, "maven.compiler.release") + "\\D")
                    .containsPattern("\\| Spring Boot \\| .*\\b" + Pattern.quote(property(pom, "spring-boot.version")))
                    .contains("<artifactId>spring-boot-starter-parent</artifactId>\n    <version>"
                            + property(pom, "spring-boot.version") + "<")
                    .containsPattern("\\| Redisson \\| " + Pattern.quote(property(pom, "redisson.version")) + "\\D");
            lines(ci)
                    .forEach(line ->
                            assertThat(text).containsPattern("\\| Spring Boot \\| .*\\b" + Pattern.quote(line)));
        }
    }

    /** Whoever opens the project reads one page. What takes longer is a page of its own. */
    @ParameterizedTest
    @ValueSource(strings = {ENGLISH, CHINESE})
    void areShort(String readme) {
        assertThat(ProjectFiles.read(readme).lines().count()).isLessThanOrEqualTo(250);
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
}
