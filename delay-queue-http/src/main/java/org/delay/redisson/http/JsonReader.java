package org.delay.redisson.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.AccessLevel;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Reads a request. The body of a message is never reprinted: a JSON string is its text, and any other value is the characters
 * that were sent.
 */
@RequiredArgsConstructor(access = AccessLevel.PRIVATE)
final class JsonReader {

    /** A number with a fraction or too large for any field. */
    record OddNumber(String text) {}

    private static final String BODY = "body";
    private static final String MESSAGES = "messages";

    private final String text;
    private final JsonParser parser;

    /** @throws ApiProblem if it is not one JSON object */
    static JsonFields read(String text) {
        try (JsonParser parser = Json.MAPPER.createParser(text)) {
            JsonReader reader = new JsonReader(text, parser);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw ApiProblem.invalid("The request must be a JSON object");
            }
            JsonFields fields = reader.object("", true);
            if (parser.nextToken() != null) {
                throw ApiProblem.invalid("The request must be one JSON object, but has more after it");
            }
            return fields;
        } catch (StreamConstraintsException e) {
            throw ApiProblem.invalid("The JSON is nested deeper than " + Json.MAX_DEPTH
                    + ", or a name or number in it is" + " too long");
        } catch (JacksonException e) {
            TokenStreamLocation where = e.getLocation();
            throw ApiProblem.invalid("The request is not valid JSON"
                    + (where == null ? "" : " at line " + where.getLineNr() + ", column " + where.getColumnNr()));
        }
    }

    /** @param isOuter whether it may be a message, or a request that has messages */
    private JsonFields object(String path, boolean isOuter) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            Object value;
            if (isOuter && name.equals(BODY)) {
                value = token == JsonToken.VALUE_STRING ? parser.getString() : characters();
            } else {
                value = value(token, path + name, isOuter && name.equals(MESSAGES));
            }
            if (values.containsKey(name)) {
                throw ApiProblem.invalid("'" + path + name + "' is given twice");
            }
            values.put(name, value);
        }
        return new JsonFields(path, values);
    }

    private String characters() {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        var unused = parser.skipChildren();
        parser.finishToken();
        return text.substring(from, (int) parser.currentLocation().getCharOffset());
    }

    private @Nullable Object value(JsonToken token, String path, boolean areMessages) {
        return switch (token) {
            case START_OBJECT -> object(path + ".", areMessages);
            case START_ARRAY -> array(path, areMessages);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> integer();
            default -> new OddNumber(parser.getString());
        };
    }

    private Object integer() {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? new OddNumber(parser.getString())
                : (Object) parser.getLongValue();
    }

    private List<@Nullable Object> array(String path, boolean areMessages) {
        List<@Nullable Object> values = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            values.add(value(token, path + "[" + values.size() + "]", areMessages));
        }
        return values;
    }
}
