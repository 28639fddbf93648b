package org.delay.redisson.benchmark.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.SqlEntrant.Place;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** db-scheduler, which locks and fetches what is due, and asks far more often than by default. */
public final class DbSchedulerContender implements SqlContender {

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int THREADS = 20;

    private static final List<String> TABLE = List.of(
            "CREATE TABLE scheduled_tasks (task_name TEXT NOT NULL, task_instance TEXT NOT NULL, task_data BYTEA,"
                    + " execution_time TIMESTAMPTZ, picked BOOLEAN NOT NULL, picked_by TEXT, last_success TIMESTAMPTZ,"
                    + " last_failure TIMESTAMPTZ, consecutive_failures INT, last_heartbeat TIMESTAMPTZ,"
                    + " version BIGINT NOT NULL, priority SMALLINT, state TEXT, PRIMARY KEY (task_name, task_instance))",
            "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
            "CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");

    private final Place place;
    private final OneTimeTask<String> task;
    private final SchedulerClient client;
    private volatile @Nullable Consumer<String> receiver;

    private DbSchedulerContender(Place place) {
        this.place = place;
        JdbcTemplate database = new JdbcTemplate(place.database());
        TABLE.forEach(database::execute);
        this.task = Tasks.oneTime("benchmark", String.class).execute((instance, context) -> {
            Consumer<String> to = receiver;
            if (to != null) {
                to.accept(instance.getData());
            }
        });
        this.client = SchedulerClient.Builder.create(new TransactionAwareDataSourceProxy(place.database()), task)
                .build();
    }

    public static SqlContender open(Place place) {
        return new DbSchedulerContender(place);
    }

    @Override
    public void send(Parcel parcel) {
        client.scheduleIfNotExists(instance(parcel));
    }

    @Override
    public void sendAll(List<Parcel> parcels) {
        List<SchedulableInstance<?>> instances = new ArrayList<>();
        parcels.forEach(parcel -> instances.add(instance(parcel)));
        client.scheduleBatch(instances);
    }

    private SchedulableInstance<String> instance(Parcel parcel) {
        String id = parcel.id() == null ? UUID.randomUUID().toString() : parcel.id();
        return SchedulableInstance.of(task.instance(id, parcel.body()), parcel.due());
    }

    @Override
    public Reception receive(Consumer<String> to) {
        receiver = to;
        Scheduler scheduler = Scheduler.create(place.database(), task)
                .threads(THREADS)
                .pollUsingLockAndFetch(0.5, 4)
                .pollingInterval(POLL)
                .shutdownMaxWait(Duration.ofSeconds(10))
                .build();
        scheduler.start();
        return scheduler::stop;
    }

    @Override
    public String countOpen() {
        return "SELECT count(*) FROM scheduled_tasks";
    }

    @Override
    public void close() {
        receiver = null;
    }
}
