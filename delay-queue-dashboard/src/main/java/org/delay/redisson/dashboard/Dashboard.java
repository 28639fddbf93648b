package org.delay.redisson.dashboard;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Checks;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.EffectiveSettings;
import org.delay.redisson.operations.LoadScale;
import org.delay.redisson.operations.Permission;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Answers each route, behind the guard. */
@RequiredArgsConstructor
final class Dashboard implements Guard.Answerer {

    private static final boolean HAS_SPRING_SECURITY =
            ClassUtils.isPresent("org.springframework.security.web.csrf.CsrfToken", Dashboard.class.getClassLoader());

    private final PageFiles files = new PageFiles();
    private final Overview overview;
    private final Queries queries;
    private final Reports reports;
    private final Tasks tasks;
    private final Commands commands;
    private final EffectiveSettings settings;
    private final Answers answers;

    @Override
    public ServerResponse answer(Route route, ServerRequest request, Access access)
            throws IOException, InterruptedException {
        if (route == Route.LOGIN) {
            return access.user() == null ? new Login() : redirect("./");
        }
        return route.isChange() ? changed(route, Parameters.ofBody(request), access) : shown(route, request, access);
    }

    private Reply shown(Route route, ServerRequest request, Access access) throws InterruptedException {
        Parameters asked = Parameters.ofQuery(request);
        return switch (route) {
            case ENTRANCE -> entrance(request);
            case PAGE -> file(request, PageFiles.PAGE);
            case FILE -> file(request, request.pathVariable("name"));
            case SESSION -> Reply.json(HttpStatus.OK, session(request, access));
            case OVERVIEW -> overview(asked);
            case TOPIC -> {
                String topic = Checks.topic(asked.text("topic"));
                yield shared("topic " + topic, () -> overview.topic(topic));
            }
            case LOAD, CAUSES, COUNT, FIND -> report(route, asked);
            case TASKS -> {
                boolean named = access.may(Permission.OPERATE, Access.ALL_TOPICS);
                yield shared("tasks " + named, () -> tasks.all(named));
            }
            case MESSAGES -> messages(asked);
            case MESSAGE -> {
                String topic = asked.text("topic");
                String id = asked.text("id");
                yield shared("message " + topic + " " + id, () -> queries.message(Access.READ_ONLY, topic, id));
            }
            case VALUES -> Reply.json(HttpStatus.OK, queries.message(access, asked.text("topic"), asked.text("id")));
            case INSTANCES -> shared("instances", queries::instances);
            case SETTINGS -> Reply.json(HttpStatus.OK, Json.object("settings", rows(settings)));
            default -> throw new IllegalStateException("There is no answer to " + route);
        };
    }

    private Reply overview(Parameters asked) throws InterruptedException {
        String name = asked.optional("name");
        Overview.Wanted wanted = new Overview.Wanted(
                name == null ? "" : name, asked.optional("dead") != null, asked.numberOrZero("from"));
        return shared(wanted.toString(), () -> overview.show(wanted));
    }

    private Reply report(Route route, Parameters asked) throws InterruptedException {
        if (route == Route.LOAD) {
            LoadScale scale = Reports.scale(asked.text("scale"));
            String one = asked.optional("topic");
            String topic = one == null ? null : Checks.topic(one);
            return shared("load " + scale + " " + topic, () -> reports.load(topic, scale));
        } else if (route == Route.COUNT) {
            DeadLetterFilter filter = asked.filter();
            return shared("count " + filter, () -> reports.count(filter));
        }
        String topic = Checks.topic(asked.text("topic"));
        if (route == Route.CAUSES) {
            return shared("causes " + topic, () -> reports.causes(topic));
        }
        String key = asked.text("key");
        String cursor = asked.optional("cursor");
        return shared("find " + topic + " " + cursor + " " + key, () -> reports.find(topic, key, cursor));
    }

    private Reply changed(Route route, Parameters asked, Access access) {
        Object outcome = switch (route) {
            case PAUSE -> commands.pause(access, asked);
            case RESUME -> commands.resume(access, asked);
            case CANCEL -> commands.cancel(access, asked);
            case RESCHEDULE -> commands.reschedule(access, asked);
            case REDRIVE -> commands.redrive(access, asked);
            case DELETE -> commands.delete(access, asked);
            case BEGIN -> commands.begin(access, asked);
            case STOP -> commands.stop(access, asked);
            default -> throw new IllegalStateException(route + " changes nothing");
        };
        answers.expire();
        return Reply.json(HttpStatus.OK, outcome);
    }

    private Reply messages(Parameters asked) throws InterruptedException {
        String topic = asked.text("topic");
        var state = asked.state();
        String cursor = asked.optional("cursor");
        return shared("messages " + topic + " " + state + " " + cursor, () -> queries.messages(topic, state, cursor));
    }

    private Reply shared(String name, Supplier<Object> question) throws InterruptedException {
        Answers.Answer answer = answers.get(name, question);
        return Reply.json(
                HttpStatus.OK, Json.object("data", answer.value(), "age", answer.age(), "problem", answer.problem()));
    }

    private Reply file(ServerRequest request, String name) {
        String accepted = String.valueOf(request.headers().firstHeader("Accept-Encoding"));
        return files.find(name)
                .map(file -> file.reply(accepted.contains("gzip")))
                .orElseGet(() -> Reply.problem(HttpStatus.NOT_FOUND, "There is no such file"));
    }

    /** Relative, as a proxy may have put something before the path. */
    private static Reply entrance(ServerRequest request) {
        String path = request.requestPath().value();
        return redirect(path.substring(path.lastIndexOf('/') + 1) + "/");
    }

    private static Reply redirect(String relative) {
        return Reply.text(HttpStatus.FOUND, "").with("Location", relative);
    }

    private static Map<String, @Nullable Object> session(ServerRequest request, Access access) {
        boolean mayOperate = access.may(Permission.OPERATE, Access.ALL_TOPICS);
        SpringSecurity.Token token =
                mayOperate && HAS_SPRING_SECURITY ? SpringSecurity.token(request.servletRequest()) : null;
        return Json.object(
                "user",
                access.user(),
                "mayOperate",
                mayOperate,
                "maySeeValues",
                access.may(Permission.VALUES, Access.ALL_TOPICS),
                "header",
                Origins.HEADER,
                "csrfHeader",
                token == null ? null : token.header(),
                "csrfToken",
                token == null ? null : token.value());
    }

    private static Object rows(EffectiveSettings settings) {
        return settings.all().stream()
                .map(setting -> Json.object("property", setting.property(), "value", setting.value()))
                .toList();
    }
}
