package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageKey;

/** Records how messages ended. Rows that others hold are left alone. */
interface Ends {

    /** Returns an entry for each key. */
    Map<MessageKey, EndResult> end(Collection<Ending> endings);

    /** Of each key the end of the highest revision, in a map that the caller may change. */
    static Map<MessageKey, Ending> lastOfEachKey(Collection<Ending> endings) {
        Map<MessageKey, Ending> last = new HashMap<>();
        endings.forEach(ending -> last.merge(ending.key(), ending, Ends::newer));
        return last;
    }

    private static Ending newer(Ending one, Ending other) {
        return one.revision().revision() >= other.revision().revision() ? one : other;
    }
}
