package org.delay.redisson.sample;

import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The customers' actions. */
@RestController
@RequestMapping("/api/orders")
@RequiredArgsConstructor
class OrderController {

    private final OrderService service;
    private final Orders orders;
    private final SampleProperties properties;

    @PostMapping
    ResponseEntity<Order> place(@Valid @RequestBody NewOrder order) {
        Order placed = service.place(order.item().strip(), order.price(), order.timeToPay(properties.timeToPay()));
        return ResponseEntity.created(URI.create("/api/orders/" + placed.id())).body(placed);
    }

    @GetMapping("/{id}")
    Order get(@PathVariable String id) {
        return orders.find(id).orElseThrow(() -> new OrderProblem.NotFound("order", id));
    }

    @PostMapping("/{id}/payment")
    Order pay(@PathVariable String id) {
        return service.pay(id);
    }

    /** The customer views the order, so the reminder is due after another pause. */
    @PostMapping("/{id}/reminder")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void remind(@PathVariable String id) {
        service.remind(id);
    }

    @PostMapping("/{id}/extension")
    Order giveMoreTime(@PathVariable String id, @Valid @RequestBody Extension extension) {
        return service.giveMoreTime(id, Duration.ofSeconds(extension.seconds()));
    }

    /**
     * An order to place.
     *
     * @param secondsToPay null for the usual time
     */
    record NewOrder(
            @NotBlank @Size(max = 40) String item,

            @NotNull @DecimalMin("0.01") @Digits(integer = 6, fraction = 2)
            BigDecimal price,

            @Nullable @Min(1) @Max(86_400) Integer secondsToPay) {

        Duration timeToPay(Duration usual) {
            return secondsToPay == null ? usual : Duration.ofSeconds(secondsToPay);
        }
    }

    /** The new waiting time, counted from now. */
    record Extension(@Min(1) @Max(86_400) int seconds) {}
}
