package org.delay.redisson.http;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.operations.Access;
import org.jspecify.annotations.Nullable;

/** Restores from the journal, if there is one. */
@RequiredArgsConstructor
final class RestoreRoutes implements ApiRoutes {

    private static final int ACCEPTED = 202;
    private static final int OK = 200;
    private static final String PATH = "/restore";

    private final @Nullable Restorer restorer;

    /** A restore of one topic needs the permission for it. */
    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.post(PATH, null, this::restore), ApiRoute.get(PATH, null, this::progress));
    }

    private Answer restore(ApiCall call) {
        JsonFields request = call.json();
        String topic = request.text("topic");
        call.require(ApiPermission.MANAGE, topic == null ? Access.ALL_TOPICS : topic);
        return answer(present().restore(call.caller().access(), topic, request));
    }

    private Answer progress(ApiCall call) {
        call.require(ApiPermission.INSPECT, Access.ALL_TOPICS);
        return present()
                .progress(call.caller().access())
                .map(RestoreRoutes::answer)
                .orElseThrow(() -> new ApiProblem(
                        ApiProblem.NOT_FOUND, "no-restore", "This instance has restored nothing since it started"));
    }

    private Restorer present() {
        if (restorer == null) {
            throw new ApiProblem(
                    ApiProblem.CONFLICT,
                    "no-journal",
                    "The application has no journal ('delay.redisson.journal.enabled')");
        }
        return restorer;
    }

    private static Answer answer(Restorer.Progress progress) {
        return Answer.of(progress.isRunning() ? ACCEPTED : OK, progress.json());
    }
}
