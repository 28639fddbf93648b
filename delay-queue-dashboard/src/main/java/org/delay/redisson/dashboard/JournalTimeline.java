package org.delay.redisson.dashboard;

import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.JournalMessageView;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.JournalUnavailable;
import org.jspecify.annotations.Nullable;

/** A message's history in the journal. */
@RequiredArgsConstructor
final class JournalTimeline implements Timeline {

    private final JournalOperations journal;

    /** A journal that is unavailable hides nothing else of the message. */
    @Override
    public Optional<Map<String, @Nullable Object>> of(Access access, String topic, String id) {
        try {
            return journal.find(access, topic, id).map(JournalTimeline::json);
        } catch (JournalUnavailable e) {
            return Optional.of(Json.object("problem", e.getMessage()));
        }
    }

    private static Map<String, @Nullable Object> json(JournalMessageView view) {
        return Json.object(
                "state", view.row().state(),
                "createdAt", view.row().createdAt(),
                "createdBy", view.row().createdBy(),
                "pending", view.row().pending(),
                "revision", view.row().revision(),
                "history", view.history().stream().map(JournalTimeline::json).toList());
    }

    private static Map<String, @Nullable Object> json(JournalMessageView.Entry entry) {
        return Json.object(
                "at", entry.at(),
                "change", entry.change(),
                "revision", entry.revision(),
                "instance", entry.instance(),
                "detail", entry.detail());
    }
}
