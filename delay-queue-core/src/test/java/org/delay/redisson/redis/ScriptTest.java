package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTest {

    private static final Pattern COMPUTED_KEY = Pattern.compile("redis\\.p?call\\('[A-Z]+', *[^,)]*\\.\\.");

    @ParameterizedTest
    @EnumSource(Script.class)
    void isLoadedWithWhatItIncludes(Script script) {
        assertThat(script.source()).startsWith("--[[").doesNotContain("@include");
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void saysItsKeysAnswersAndComplexity(Script script) {
        String header = script.source().substring(0, script.source().indexOf("]]"));

        assertThat(header).contains("KEYS   1 ", "Answer ").containsPattern("\\n  O\\(");
    }

    /** In a Cluster, and through a NameMapper, only declared keys exist. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void computesNoKey(Script script) {
        assertThat(script.source()).doesNotContainPattern(COMPUTED_KEY);
    }
}
