package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of properties is what the metadata says. With {@code -Ddocs.write=true} it is written first. */
class ConfigurationPageTest {

    private static final Pattern FACT = Pattern.compile("^## .*|`[^`]+`|\\d+(?:\\.\\d+)?\\w*");

    @Test
    void isWhatTheMetadataSays() throws Exception {
        String page = ConfigurationPage.of(Metadata.onClassPath());
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(ProjectFiles.ROOT.resolve(ConfigurationPage.FILE), page);
        }
        assertThat(ProjectFiles.read(ConfigurationPage.FILE))
                .as(
                        "%s is not what the metadata says. To write it again: %s",
                        ConfigurationPage.FILE, ConfigurationPage.COMMAND)
                .isEqualTo(page);
    }

    /** People translate its sentences. Properties, defaults and limits are those of the English page. */
    @Test
    void hasTheSameFactsInChinese() {
        assertThat(facts("docs/zh-CN/configuration.md"))
                .hasSizeGreaterThan(20)
                .isEqualTo(facts(ConfigurationPage.FILE));
    }

    /** Those of each heading and each row. */
    private static List<Set<String>> facts(String page) {
        return ProjectFiles.read(page)
                .lines()
                .filter(line -> line.startsWith("## ") || line.startsWith("| `"))
                .<Set<String>>map(line -> new TreeSet<>(
                        FACT.matcher(line).results().map(MatchResult::group).toList()))
                .toList();
    }
}
