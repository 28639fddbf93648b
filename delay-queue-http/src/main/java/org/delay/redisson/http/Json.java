package org.delay.redisson.http;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** The API's own JSON: the application's mapper does not change it. */
final class Json {

    /** How deep JSON may be. */
    static final int MAX_DEPTH = 100;

    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .build();

    private Json() {}

    /** Maps, lists, texts, numbers, truths and times, in their order. */
    static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }
}
