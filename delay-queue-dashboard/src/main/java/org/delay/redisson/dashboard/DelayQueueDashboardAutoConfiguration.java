package org.delay.redisson.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.delay.redisson.autoconfigure.DelayQueueJournalAutoConfiguration;
import org.delay.redisson.operations.AccessRules;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.operations.EffectiveSettings;
import org.delay.redisson.operations.JournalOperations;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.QueueReports;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** The dashboard, if {@code delay.redisson.dashboard.enabled} is true and the application uses Spring MVC. */
@AutoConfiguration(after = {DelayQueueAutoConfiguration.class, DelayQueueJournalAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({HttpServletRequest.class, RouterFunction.class})
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
@Conditional(OnDashboard.class)
@EnableConfigurationProperties(DelayQueueDashboardProperties.class)
public final class DelayQueueDashboardAutoConfiguration {

    /** How long an answer is shown to everybody who asks. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Between looks for tasks whose instance died. */
    private static final Duration LOOK = Duration.ofSeconds(15);

    @Bean
    RouterFunction<ServerResponse> delayQueueDashboard(
            DelayQueueDashboardProperties properties,
            QueueOperations operations,
            QueueReports reports,
            DeadLetterTasks tasks,
            EffectiveSettings settings,
            ObjectProvider<Timeline> timelines,
            ApplicationEventPublisher events) {
        AccessRules rules = DashboardRules.of(properties);
        LastHour lastHour = new LastHour(reports);
        Dashboard dashboard = new Dashboard(
                new Overview(operations, lastHour, new ComingHours(reports)),
                new Queries(operations, timelines.getIfAvailable()),
                new Reports(reports, lastHour),
                new Tasks(tasks),
                new Commands(operations, tasks, events),
                settings,
                new Answers(FRESH, PATIENCE));
        return routes(properties.path(), new Guard(rules), dashboard);
    }

    @Bean
    TaskWatch delayQueueDashboardTaskWatch(DeadLetterTasks tasks) {
        return TaskWatch.start(tasks, LOOK);
    }

    private static RouterFunction<ServerResponse> routes(String path, Guard guard, Dashboard dashboard) {
        RouterFunctions.Builder routes = RouterFunctions.route();
        for (Route route : Route.values()) {
            routes.route(
                    RequestPredicates.method(route.method()).and(RequestPredicates.path(path + route.path())),
                    request -> guard.answer(route, request, dashboard));
        }
        return routes.build();
    }

    /** Nested, because the journal may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.delay.redisson.journal.DelayQueueJournal")
    static class Journal {

        @Bean
        @ConditionalOnBean(JournalOperations.class)
        Timeline delayQueueDashboardTimeline(JournalOperations journal) {
            return new JournalTimeline(journal);
        }
    }
}
