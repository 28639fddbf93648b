package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTest {

    private static final List<String> KEYS = List.of(
            "wake",
            "due",
            "leased",
            "held",
            "body",
            "dead",
            "dead-body",
            "claim",
            "paused",
            "meta",
            "shards",
            "alive",
            "details",
            "changes",
            "minute",
            "tasks");

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

    /** The header is what callers and tests take the keys from. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void usesTheKeysThatItDeclares(Script script) {
        String body = script.source().substring(script.source().indexOf("]]"));
        Set<Integer> used = Pattern.compile("KEYS\\[(\\d+)]")
                .matcher(body)
                .results()
                .map(key -> Integer.valueOf(key.group(1)))
                .collect(Collectors.toSet());
        int declared = script == Script.LIST || script == Script.FIND_KEY
                ? 3
                : script.keys().size();

        assertThat(used)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, declared).boxed().toList());
        assertThat(script.keys()).isSubsetOf(KEYS);
    }

    /** Each call asks for the keys. When each parsed the header again, a drain in a fresh JVM was a fifth slower. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void readsItsHeaderOnce(Script script) {
        assertThat(script.keys()).isSameAs(script.keys());
    }

    /** A read whose answer is dropped is a type check, and must say so. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void dropsNoAnswerOfARead(Script script) {
        assertThat(script.source().lines().map(String::strip))
                .filteredOn(line -> line.startsWith("redis.call(") && !line.endsWith(", key)"))
                .allSatisfy(line ->
                        assertThat(line).containsPattern("'(ZADD|ZREM|HSET|HDEL|SET|SADD|SREM|RPUSH|UNLINK|PEXPIRE)'"));
    }
}
