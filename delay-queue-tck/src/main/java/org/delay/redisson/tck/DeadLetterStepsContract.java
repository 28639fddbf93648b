package org.delay.redisson.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.junit.jupiter.api.Test;

/** Dead letters are found, and then changed, a page at a time. */
abstract class DeadLetterStepsContract extends ManyDeadLettersFixture {

    private static final int MORE = 7;

    @Test
    void nothingIsNothing() {
        assertThat(found(ALL)).isEmpty();
        assertThat(queue.redriveDead(TOPIC, List.of())).isEqualTo(new BulkResult(0, 0, false));
        assertThat(queue.deleteDead(TOPIC, List.of())).isEqualTo(new BulkResult(0, 0, false));
    }

    @Test
    void allAreFoundOnceInPages() {
        buryMany(450, "no use");

        List<Letter> found = found(ALL);

        assertThat(found).extracting(Letter::id).hasSize(450).doesNotHaveDuplicates();
        assertThat(queue.findDead(ALL.withLimit(7), null).letters()).hasSizeBetween(1, 7);
        assertCounts(0, 0, 450);
    }

    @Test
    void allAreRedrivenPageByPage() {
        buryMany(450, "no use");
        queue.changeShards(shards() + MORE);

        int changed = 0;
        String cursor = null;
        do {
            DeadLetterPage page = queue.findDead(ALL, cursor);
            assertThat(page.letters()).hasSizeLessThanOrEqualTo(DeadLetterPage.MAX_LETTERS);
            changed += queue.redriveDead(TOPIC, page.letters()).changed();
            cursor = page.next();
        } while (cursor != null);

        assertThat(changed).isEqualTo(450);
        assertCounts(450, 0, 0);
    }

    @Test
    void thoseThatDieAfterTheFirstPageAreLeftOut() {
        buryMany(250, "no use");
        DeadLetterPage first = queue.findDead(ALL.withLimit(10), null);
        buryMany("later", 10, "no use");

        List<Letter> found = new ArrayList<>(first.letters());
        for (String cursor = first.next(); cursor != null; ) {
            DeadLetterPage page = queue.findDead(ALL, cursor);
            found.addAll(page.letters());
            cursor = page.next();
        }

        assertThat(found).extracting(Letter::id).hasSize(250).noneMatch(id -> id.startsWith("later"));
    }

    @Test
    void aPageIsFoundBehindLettersThatAreGone() {
        buryMany(300, "no use");
        DeadLetterPage first = queue.findDead(ALL.withLimit(20), null);
        assertThat(queue.deleteDead(TOPIC, first.letters()).changed())
                .isEqualTo(first.letters().size());

        List<Letter> rest = new ArrayList<>();
        for (String cursor = first.next(); cursor != null; ) {
            DeadLetterPage page = queue.findDead(ALL, cursor);
            rest.addAll(page.letters());
            cursor = page.next();
        }

        assertThat(rest).hasSize(300 - first.letters().size()).doesNotHaveDuplicates();
        assertThat(rest).doesNotContainAnyElementsOf(first.letters());
    }

    @Test
    void oneThatDiedAgainOrIsGoneIsLeftAlone() {
        dead("again");
        dead("gone");
        dead("dead");
        passTime(Duration.ofMillis(2));
        List<Letter> letters = found(ALL);
        queue.delete(TOPIC, "gone");
        queue.redrive(TOPIC, "again");
        passTime(Duration.ofMillis(2));
        claimer().claimFromAll(TOPIC).forEach(held -> bury(held, "no use"));
        passTime(Duration.ofMillis(2));

        assertThat(queue.redriveDead(TOPIC, letters)).isEqualTo(new BulkResult(1, 0, false));

        assertCounts(1, 0, 1);
        assertThat(queue.deleteDead(TOPIC, letters)).isEqualTo(new BulkResult(0, 0, false));
        assertThat(queue.deleteDead(TOPIC, found(ALL))).isEqualTo(new BulkResult(1, 0, false));
        assertCounts(1, 0, 0);
    }

    @Test
    void oneWhoseIdIsLiveIsKept() {
        dead("a");
        passTime(Duration.ofMillis(2));
        send(message("a").body("live"));

        assertThat(queue.redriveDead(TOPIC, found(ALL))).isEqualTo(new BulkResult(0, 1, false));

        assertThat(stored("a").message().body()).isEqualTo("live");
        assertCounts(1, 0, 1);
    }

    @Test
    void findsByTheFirstLineOfTheError() {
        buried("a", "java.io.IOException: a\n  at Some.place");
        buried("b", "java.io.IOException: a");
        buried("c", "java.io.IOException: ab");
        buried("d", "other\njava.io.IOException: a");
        passTime(Duration.ofMillis(2));
        DeadLetterFilter filter = ALL.withFirstLine("java.io.IOException: a");

        assertThat(found(filter)).extracting(Letter::id).containsExactlyInAnyOrder("a", "b");
        assertThat(found(filter.withError("place"))).extracting(Letter::id).containsExactly("a");
        assertThat(found(ALL.withFirstLine(""))).isEmpty();
        assertThat(queue.redriveDead(filter)).isEqualTo(new BulkResult(2, 0, false));
        assertThat(queue.deleteDead(ALL.withFirstLine("other"))).isEqualTo(new BulkResult(1, 0, false));
    }

    @Test
    void findsThoseThatDiedByATime() {
        dead("old");
        passTime(Duration.ofMillis(5));
        Instant died = stored("old").at();
        dead("new");
        passTime(Duration.ofMillis(5));

        assertThat(found(ALL.withDiedBy(died))).extracting(Letter::id).containsExactly("old");
        assertThat(found(ALL.withDiedBy(died.minusMillis(1)))).isEmpty();
        assertThat(found(ALL.withDiedBy(now()))).hasSize(2);
        StoredMessage young = stored("new");
        assertThat(found(ALL)).contains(new Letter(home("new"), "new", young.at()));
        assertThat(queue.deleteDead(ALL.withDiedBy(died))).isEqualTo(new BulkResult(1, 0, false));
    }

    @Test
    void refusesBadArguments() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.findDead(ALL, "nonsense"));
        Letter letter = new Letter(0, "a", Instant.EPOCH);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.redriveDead(TOPIC, Collections.nCopies(201, letter)))
                .withMessage("letters.size must be 0 to 200, but is 201");
        assertThatIllegalArgumentException().isThrownBy(() -> ALL.withFirstLine("x".repeat(1001)));
    }

    private List<Letter> found(DeadLetterFilter filter) {
        List<Letter> found = new ArrayList<>();
        String cursor = null;
        do {
            DeadLetterPage page = queue.findDead(filter, cursor);
            found.addAll(page.letters());
            cursor = page.next();
        } while (cursor != null);
        return found;
    }
}
