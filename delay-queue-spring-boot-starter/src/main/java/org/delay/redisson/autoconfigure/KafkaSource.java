package org.delay.redisson.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Whose configuration the queue's producer takes: the marked template's or factory's, else that of the only template,
 * else of the only factory.
 */
record KafkaSource(
        ObjectProvider<KafkaTemplate<?, ?>> markedTemplates,
        ObjectProvider<ProducerFactory<?, ?>> markedFactories,
        ObjectProvider<KafkaTemplate<?, ?>> templates,
        ObjectProvider<ProducerFactory<?, ?>> factories) {

    ProducerFactory<?, ?> producerFactory() {
        KafkaTemplate<?, ?> marked = Candidates.one(markedTemplates);
        if (marked != null) {
            return marked.getProducerFactory();
        }
        ProducerFactory<?, ?> markedFactory = Candidates.one(markedFactories);
        if (markedFactory != null) {
            return markedFactory;
        }
        KafkaTemplate<?, ?> template = Candidates.one(templates);
        if (template != null) {
            return template.getProducerFactory();
        }
        ProducerFactory<?, ?> factory = Candidates.one(factories);
        if (factory == null) {
            throw new IllegalStateException("There is neither a KafkaTemplate nor a ProducerFactory");
        }
        return factory;
    }
}
