package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about sending lists the limits that apply. */
class SendingPageTest {

    @ParameterizedTest
    @ValueSource(strings = {"docs/sending.md", "docs/zh-CN/sending.md"})
    void listsTheLimitsThatApply(String page) {
        Limits limits = Limits.DEFAULTS;
        assertThat(ProjectFiles.read(page))
                .contains("| %d KiB".formatted(limits.bodyBytes() / 1024))
                .contains("| %d ".formatted(limits.delay().toDays() / 365))
                .contains("| %,d |".formatted(limits.bulk()))
                .contains("| %d".formatted(DispatchSettings.DEFAULTS.maxClaimMessages()))
                .contains("%d MiB".formatted(DispatchSettings.DEFAULTS.maxClaimBytes() >> 20));
    }
}
