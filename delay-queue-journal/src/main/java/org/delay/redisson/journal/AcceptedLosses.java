package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.ShardMark;

/**
 * The losses that a person has decided to restore: everything, now. An empty Redis counts as the right one from then on. If the
 * process dies before it is done, other instances go on. Thread-safe.
 */
@RequiredArgsConstructor
final class AcceptedLosses {

    private final Restorer restorer;
    private final RevisionedStore redis;
    private final Books books;
    private final RestoreMode mode;

    /** Restores, and settles the losses if everything is restored. */
    RestoreReport restore(RestoreRequest request, Consumer<RestoreReport> progress) {
        if (request.dryRun() || request.topic() != null || request.id() != null) {
            return restorer.restore(request, progress);
        }
        Duration lease = LossRepair.LEASE.plusSeconds(Restorer.PAGE / request.perSecond());
        List<ShardMark> accepted = accept(lease);
        RestoreReport report = restorer.restore(request, so -> {
            keep(accepted, lease);
            progress.accept(so);
        });
        if (report.failed() == 0 && report.finished()) {
            restored(accepted);
        }
        return report;
    }

    /** Records the losses and takes them all. */
    private List<ShardMark> accept(Duration lease) {
        List<ShardMark> accepted = new ArrayList<>();
        for (ShardMark known : books.store().marks()) {
            RevisionedStore.ShardMark met = redis.mark(known.shard());
            ShardMark mark = met.mark() == 0 && known.mark() > 0 ? lost(known, met) : known;
            if (mark.lostFrom() != null) {
                accepted.add(mark);
            }
        }
        keep(accepted, lease);
        return accepted;
    }

    private ShardMark lost(ShardMark known, RevisionedStore.ShardMark met) {
        return books.transactions()
                .inOwn(() -> books.store().lost(known, met.replicationId(), 0))
                .map(now -> {
                    var unused = redis.raiseMark(now.shard(), met, now.mark());
                    return now;
                })
                .orElse(known);
    }

    private void keep(List<ShardMark> accepted, Duration lease) {
        if (!accepted.isEmpty()) {
            books.transactions()
                    .inOwn(() -> accepted.forEach(mark -> books.store().keepLoss(mark.shard(), lease)));
        }
    }

    /** All is sent. Where losses are repaired, that is looked through once more. */
    private void restored(List<ShardMark> accepted) {
        if (mode != RestoreMode.OFF) {
            keep(accepted, Duration.ZERO);
        } else if (!accepted.isEmpty()) {
            books.transactions().inOwn(() -> accepted.forEach(books.store()::repaired));
        }
    }
}
