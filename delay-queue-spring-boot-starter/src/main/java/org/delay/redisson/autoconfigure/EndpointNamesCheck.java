package org.delay.redisson.autoconfigure;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Refuses a name that an operation does not know, in a JSON body or as a query parameter. Spring Boot drops it, so a filter with one
 * misspelt name would match more dead letters than were meant, and a restore would deliver what was to expire. Refuses several values of
 * a name, too: Spring Boot joins them, and two ids would be the id of a third message. Reads are not checked.
 *
 * <p>In Spring Boot, a name of the body or the query replaces the variable of the path that has the same name. So variables have names
 * that nobody uses by mistake.
 */
@RequiredArgsConstructor
final class EndpointNamesCheck implements OperationInvokerAdvisor {

    private final EndpointId endpoint;

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        Set<String> known = parameters.stream()
                .filter(parameter ->
                        !isOfPath(parameter) && !parameter.getType().equals(SecurityContext.class))
                .map(OperationParameter::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!endpointId.equals(endpoint) || type == OperationType.READ) {
            return invoker;
        }
        Set<String> ofPath = parameters.stream()
                .filter(EndpointNamesCheck::isOfPath)
                .map(OperationParameter::getName)
                .collect(Collectors.toSet());
        return context -> {
            Set<String> unknown = new TreeSet<>(context.getArguments().keySet());
            unknown.removeAll(known);
            unknown.removeAll(ofPath);
            if (!unknown.isEmpty()) {
                return refusal("of unknown names: " + String.join(", ", unknown) + hint(known));
            }
            Set<String> repeated = new TreeSet<>(context.getArguments().keySet());
            repeated.removeIf(name -> !(context.getArguments().get(name) instanceof Collection));
            return repeated.isEmpty()
                    ? invoker.invoke(context)
                    : refusal("these names take one value each: " + String.join(", ", repeated));
        };
    }

    private static boolean isOfPath(OperationParameter parameter) {
        return parameter.getAnnotation(Selector.class) != null;
    }

    private static String hint(Set<String> known) {
        return known.isEmpty()
                ? ". Without a JSON body, with the Content-Type application/json, no names are known"
                : ". Known names: " + String.join(", ", known);
    }

    private static WebEndpointResponse<Object> refusal(String reason) {
        return new WebEndpointResponse<>(
                new EndpointJson.Result("Nothing was changed, because " + reason),
                WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
