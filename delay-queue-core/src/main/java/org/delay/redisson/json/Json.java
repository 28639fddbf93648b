package org.delay.redisson.json;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A JSON library, as its converter uses it. As text it is for people. */
interface Json {

    /** Writes the object as JSON. */
    String print(Object object);

    /** Reads the JSON as an object. Returns null for JSON's null and for an empty body. */
    @Nullable
    Object parse(String body, Type type);

    /**
     * As {@link #parse}, but decimals whose type is open keep all digits. What a class leaves to a type argument is open here, and
     * not in its receiver.
     */
    @Nullable
    Object parseExactly(String body, Class<?> type);

    /** Describes where the parser failed, without any part of the body. */
    String place(RuntimeException failure);

    /** Describes why a class can't be read, without any part of the body. */
    String reason(RuntimeException failure);

    /** The dependencies that are missing to write and read classes of Kotlin, for people. Null for none. */
    @Nullable
    String missingForKotlin();

    /** Whether the writer gave up because the object contains itself, or is nested too deeply. */
    boolean isEndless(RuntimeException failure);
}
