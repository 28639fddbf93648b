package org.delay.redisson.autoconfigure;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Refuses a JSON body with a name that the operation does not know. Spring Boot drops it, so a filter with one misspelt name would
 * match more dead letters than were meant, and a restore would deliver what was to expire.
 */
@RequiredArgsConstructor
final class EndpointNamesCheck implements OperationInvokerAdvisor {

    private final EndpointId endpoint;

    /** A parameter that only the checked operation has. */
    private final String parameter;

    /** A sentence that says which names may be used. */
    private final String advice;

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        Set<String> known = parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
        if (!endpointId.equals(endpoint) || !known.contains(parameter)) {
            return invoker;
        }
        return context -> {
            Set<String> unknown = new TreeSet<>(context.getArguments().keySet());
            unknown.removeAll(known);
            return unknown.isEmpty() ? invoker.invoke(context) : refusal(unknown);
        };
    }

    private WebEndpointResponse<Object> refusal(Set<String> unknown) {
        return new WebEndpointResponse<>(
                new EndpointJson.Result(
                        "Nothing was changed, because of unknown names: " + String.join(", ", unknown) + ". " + advice),
                WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
