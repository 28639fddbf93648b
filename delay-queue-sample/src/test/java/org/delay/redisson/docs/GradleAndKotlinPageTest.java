package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The build has neither Gradle nor Kotlin. So what the page shows is compared with what the build knows: modules and their
 * version, the version of Spring Boot, and the types that the application imports.
 */
class GradleAndKotlinPageTest {

    private static final Pattern OURS = Pattern.compile("['\"]org\\.delay\\.redisson:([\\w-]+)(?::([\\w.-]+))?['\"]");
    private static final Pattern BOOT = Pattern.compile("id\\(\"org\\.springframework\\.boot\"\\) version \"(.+)\"");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import ([\\w.]+)\\.(\\w+)$");

    private static final String VERSION = firstIn("pom.xml", "(?m)^  <version>(.+)</version>");

    @TestFactory
    Stream<DynamicTest> showsWhatIsThere() {
        return Stream.of("docs/", "docs/zh-CN/")
                .map(directory -> directory + "gradle-and-kotlin.md")
                .filter(page -> ProjectFiles.ROOT.resolve(page).toFile().exists())
                .flatMap(page -> Document.of(page).blocks().stream())
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> check(block.text())));
    }

    private static void check(String text) {
        OURS.matcher(text).results().forEach(dependency -> {
            assertThat(ProjectFiles.ROOT.resolve(dependency.group(1)).resolve("pom.xml"))
                    .exists();
            if (dependency.group(2) != null) {
                assertThat(dependency.group(2)).isEqualTo(VERSION);
            }
        });
        assertThat(groups(BOOT, text)).allMatch(firstIn("pom.xml", "<spring-boot.version>(.+)</")::equals);
        IMPORT.matcher(text)
                .results()
                .filter(line -> Character.isUpperCase(line.group(2).charAt(0)))
                .forEach(line -> assertThat(isClass(line.group(1) + "." + line.group(2)))
                        .as(line.group())
                        .isTrue());
    }

    private static boolean isClass(String name) {
        try {
            Class.forName(name, false, GradleAndKotlinPageTest.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String firstIn(String file, String pattern) {
        return groups(Pattern.compile(pattern), ProjectFiles.read(file)).get(0);
    }
}
