package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The page of properties is what the metadata says. With {@code -Ddocs.write=true} it is written first. */
class ConfigurationPageTest {

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
}
