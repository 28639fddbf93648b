package org.delay.redisson.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.delay.redisson.tck.server.RedisServer;

/**
 * A block of what a person says in {@code redis-cli}, and what Redis answers. It is said to a real server that has the {@link
 * ExampleMessages}. Times of 13 or 14 digits may differ.
 */
final class RedisSession implements BlockChecker {

    private static final String PROMPT = "127.0.0.1:6379> ";
    private static final Pattern TIME = Pattern.compile("\\b\\d{13,14}\\b");

    @Override
    public void check(Block block) throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisCli cli = new RedisCli(server.port())) {
            ExampleMessages.sendTo(server);
            assertThat(withoutTimes(play(block, cli))).as(block.place()).isEqualTo(withoutTimes(block.text()));
        }
    }

    private static String play(Block block, RedisCli cli) throws Exception {
        List<String> session = new ArrayList<>();
        for (String line : block.text().lines().toList()) {
            if (line.startsWith(PROMPT)) {
                session.add(line);
                session.add(cli.say(line.substring(PROMPT.length())));
            }
        }
        assertThat(session).as("%s: commands after '%s'", block.place(), PROMPT).isNotEmpty();
        return String.join("\n", session) + "\n";
    }

    private static String withoutTimes(String text) {
        return TIME.matcher(text).replaceAll("<time>");
    }
}
