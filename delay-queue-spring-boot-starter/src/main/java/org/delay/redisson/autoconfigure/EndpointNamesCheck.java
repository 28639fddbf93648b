package org.delay.redisson.autoconfigure;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Refuses a JSON body with a name that the endpoint does not know. Spring Boot drops it, so a filter with one misspelt name would
 * match more dead letters than were meant.
 */
final class EndpointNamesCheck implements OperationInvokerAdvisor {

    private static final EndpointId ENDPOINT = EndpointId.of("delayqueue");

    /** A parameter of the operation that takes a filter. */
    private static final String OF_FILTER = "olderThan";

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        Set<String> known = parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
        if (!endpointId.equals(ENDPOINT) || !known.contains(OF_FILTER)) {
            return invoker;
        }
        return context -> {
            Set<String> unknown = new TreeSet<>(context.getArguments().keySet());
            unknown.removeAll(known);
            return unknown.isEmpty() ? invoker.invoke(context) : refusal(unknown);
        };
    }

    private static WebEndpointResponse<Object> refusal(Set<String> unknown) {
        return new WebEndpointResponse<>(
                new EndpointJson.Result("Nothing was changed, because of unknown names: "
                        + String.join(", ", unknown)
                        + ". Use id for one message, or error, olderThan, limit or \"all\":true for many dead letters"),
                WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
