package org.delay.redisson.benchmark.contender;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.contender.Contender.Reception;
import org.delay.redisson.benchmark.contender.SqlEntrant.Place;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr, which asks as often as it allows. It can't join a transaction: a send is committed by itself. */
public final class JobRunrContender implements SqlContender {

    private static final Duration POLL = Duration.ofSeconds(5);
    private static final int THREADS = 20;

    private final JsonMapper mapper = new Jackson3JsonMapper();
    private final PostgresStorageProvider storage;
    private final JobRequestScheduler scheduler;

    private JobRunrContender(Place place) {
        this.storage = new PostgresStorageProvider(place.database());
        storage.setJobMapper(new JobMapper(mapper));
        this.scheduler = new JobRequestScheduler(storage);
    }

    public static SqlContender open(Place place) {
        return new JobRunrContender(place);
    }

    @Override
    public void send(Parcel parcel) {
        var unused = scheduler.schedule(UUID.randomUUID(), parcel.due(), new Job(parcel.body()));
    }

    @Override
    public void sendAll(List<Parcel> parcels) {
        scheduler.create(parcels.stream()
                .map(parcel -> JobBuilder.aJob().scheduleAt(parcel.due()).withJobRequest(new Job(parcel.body()))));
    }

    @Override
    public Reception receive(Consumer<String> receiver) {
        Handler handler = new Handler(receiver);
        BackgroundJobServer server = new BackgroundJobServer(
                storage,
                mapper,
                new JobActivator() {
                    @Override
                    public <T> T activateJob(Class<T> type) {
                        return type.cast(handler);
                    }
                },
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(THREADS)
                        .andPollInterval(POLL));
        server.start();
        return server::stop;
    }

    @Override
    public String countOpen() {
        return "SELECT count(*) FROM jobrunr_jobs WHERE state <> 'SUCCEEDED'";
    }

    @Override
    public void close() {
        storage.close();
    }

    /** A job with its message. */
    public record Job(String body) implements JobRequest {

        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Hands messages on. */
    public record Handler(Consumer<String> receiver) implements JobRequestHandler<Job> {

        @Override
        public void run(Job job) {
            receiver.accept(job.body());
        }
    }
}
