package org.delay.redisson.dashboard;

import java.util.Locale;
import org.delay.redisson.operations.Permission;
import org.springframework.http.HttpMethod;

/** Everything that can be asked of the dashboard, and what a caller needs for it. Nothing is served that is not here. */
enum Route {
    /** The path without the slash at its end, from which relative addresses would lead nowhere. */
    ENTRANCE("", Permission.VIEW),
    PAGE("/", Permission.VIEW),
    /** For those who see the page without a login, and have one. */
    LOGIN("/login", Permission.VIEW),
    FILE("/files/{name}", Permission.VIEW),
    SESSION("/api/session", Permission.VIEW),
    OVERVIEW("/api/overview", Permission.VIEW),
    TOPIC("/api/topic", Permission.VIEW),
    MESSAGES("/api/messages", Permission.VIEW),
    MESSAGE("/api/message", Permission.VIEW),
    VALUES("/api/values", Permission.VALUES),
    INSTANCES("/api/instances", Permission.VIEW),
    SETTINGS("/api/settings", Permission.VIEW),
    LOAD("/api/load", Permission.VIEW),
    CAUSES("/api/causes", Permission.VIEW),
    COUNT("/api/count", Permission.VIEW),
    TASKS("/api/tasks", Permission.VIEW),
    FIND("/api/find", Permission.VIEW),
    PAUSE("/api/pause", Permission.OPERATE),
    RESUME("/api/resume", Permission.OPERATE),
    CANCEL("/api/cancel", Permission.CANCEL),
    RESCHEDULE("/api/reschedule", Permission.CANCEL),
    REDRIVE("/api/redrive", Permission.OPERATE),
    DELETE("/api/delete", Permission.OPERATE),
    BEGIN("/api/begin", Permission.OPERATE),
    STOP("/api/stop", Permission.OPERATE);

    private final String path;
    private final Permission permission;

    Route(String path, Permission permission) {
        this.path = path;
        this.permission = permission;
    }

    /** Below the path of the dashboard. */
    String path() {
        return path;
    }

    Permission permission() {
        return permission;
    }

    /** What changes something is a POST, and nothing else is. */
    HttpMethod method() {
        return isChange() ? HttpMethod.POST : HttpMethod.GET;
    }

    boolean isChange() {
        return permission == Permission.OPERATE || permission == Permission.CANCEL;
    }

    /** Whether a person opens it in a browser, to whom a login can be shown. */
    boolean isPage() {
        return this == ENTRANCE || this == PAGE || this == LOGIN;
    }

    /** For the log. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
