package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.DeadLetterGroups.Group;
import org.delay.redisson.DelayQueueMessage.KeyMatches;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.ReportOperations;
import org.junit.jupiter.api.Test;

/** Why messages died, and who has a key. */
abstract class ReportsContract extends ManyDeadLettersFixture {

    private static final int MOST = ReportOperations.MAX_EXAMINED;
    private static final int MORE = 7;

    @Test
    void nothingIsNothing() {
        assertThat(queue.deadByError(TOPIC, MOST)).isEqualTo(new DeadLetterGroups(List.of(), 0, 0));
        assertThat(queue.findByKey(TOPIC, "key", null, MOST)).isEqualTo(new KeyMatches(List.of(), 0, null));
    }

    @Test
    void deadLettersAreGroupedByTheFirstLineOfTheirError() {
        buryMany("a", 230, "java.io.IOException: \"a\"\n  at Some.place");
        queue.changeShards(shards() + MORE);
        buryMany("b", 20, "java.io.IOException: \"a\"");
        buryMany("c", 300, "other");
        buried("d", "");

        DeadLetterGroups groups = queue.deadByError(TOPIC, MOST);

        assertThat(groups.groups())
                .extracting(Group::firstLine)
                .containsExactly("other", "java.io.IOException: \"a\"", "");
        assertThat(groups.groups()).extracting(Group::number).containsExactly(300L, 250L, 1L);
        assertThat(groups.examined()).isEqualTo(551);
        assertThat(groups.dead()).isEqualTo(551);
        Group last = groups.groups().get(2);
        assertThat(last.firstDied()).isEqualTo(stored("d").at()).isEqualTo(last.lastDied());
        Group second = groups.groups().get(1);
        assertThat(second.firstDied()).isBefore(second.lastDied());
    }

    @Test
    void noMoreAreExaminedThanAskedFor() {
        buryMany(30, "no use");

        DeadLetterGroups groups = queue.deadByError(TOPIC, 12);

        assertThat(groups.groups()).extracting(Group::number).containsExactly(12L);
        assertThat(groups.examined()).isEqualTo(12);
        assertThat(groups.dead()).isEqualTo(30);
    }

    @Test
    void messagesAreFoundByTheirKeyInEveryState() {
        String key = "customer \"12\" ü {\n";
        sendDue(message("dead").key(key).header("h", "1"));
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "9{\"key\":\"no\"}\n9{\"key\":\"no\"}\nno use"));
        sendDue(message("leased").key(key).priority(9));
        claimer().claimFromAll(TOPIC);
        send(message("waiting").key(key).timeToLive(LATER));
        send(message("other").key("customer 12"));
        send(message("none").body("1{\"key\":\"customer 12\"}\n1{\"key\":\"customer 12\"}\n"));
        for (int i = 0; i < 250; i++) {
            send(message("more" + i).key("more"));
        }

        assertThat(found(key, MOST)).containsExactlyInAnyOrder(stored("waiting"), stored("leased"), stored("dead"));
        assertThat(found(key, 50)).hasSize(3);
        assertThat(found("customer 12", MOST)).containsExactly(stored("other"));
        assertThat(found("no", MOST)).isEmpty();
        assertThat(found("more", MOST)).hasSize(250);
    }

    @Test
    void aSearchExaminesNoMoreThanAskedFor() {
        for (int i = 0; i < 30; i++) {
            send(message("m" + i).key("key"));
        }

        KeyMatches matches = queue.findByKey(TOPIC, "other", null, 12);

        assertThat(matches.messages()).isEmpty();
        assertThat(matches.examined()).isEqualTo(12);
        assertThat(matches.next()).isNotNull();
    }

    @Test
    void refusesBadArguments() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.deadByError(TOPIC, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.deadByError("no topic", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.findByKey(TOPIC, "key", null, 10_001));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.findByKey(TOPIC, "key", "nonsense", 1));
    }

    private List<StoredMessage> found(String key, int most) {
        List<StoredMessage> found = new ArrayList<>();
        String cursor = null;
        do {
            KeyMatches matches = queue.findByKey(TOPIC, key, cursor, most);
            assertThat(matches.examined()).isLessThanOrEqualTo(most);
            found.addAll(matches.messages());
            cursor = matches.next();
        } while (cursor != null);
        passTime(Duration.ofMillis(1));
        return found;
    }
}
