package org.delay.redisson.sample;

import java.util.List;

/** The topics of the messages. In each topic, the id of a message is or begins with the id of its order. */
final class Topics {

    static final String ORDER_TIMEOUT = "order-timeout";
    static final String PAYMENT_REMINDER = "payment-reminder";
    static final String SHIPMENT = "shipment";
    static final String INVOICE = "invoice";

    static final List<String> ALL = List.of(ORDER_TIMEOUT, PAYMENT_REMINDER, SHIPMENT, INVOICE);

    /** A queue of RabbitMQ, to which a template sends. No topic of messages that the sample sends itself. */
    static final String THANKS = "thanks";

    private Topics() {}
}
