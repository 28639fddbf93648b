package org.delay.redisson.json;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter.UnsendableBody;
import org.jspecify.annotations.Nullable;

/**
 * Refuses an object that its converter would not read as it is: its JSON is read as its class, and what is written of that must
 * mean the same. Objects are not compared, because few classes of messages have an {@code equals} that compares all.
 *
 * <p>Done at each send. A check of the first object of a class would miss a property that is lost only if it is true.
 */
@RequiredArgsConstructor
final class RoundTripCheck {

    private static final String SAME_NAMES =
            "Give fields, constructor parameters and getters the same names, or map them with the annotations of the JSON"
                    + " library";

    private static final String UNREAD = ". If no receiver reads this class, set 'delay.redisson.check-bodies=false'";

    private final Json json;

    /**
     * Checks an object, or the elements of a list or map: their classes are known, that of a list in its receiver is not.
     *
     * @param text what the converter has written of the object
     * @throws UnsendableBody if it would arrive changed, or not at all
     */
    void check(Object object, String text) {
        if (object instanceof Collection<?> list) {
            checkElements(list, list, text);
        } else if (object instanceof Map<?, ?> map) {
            checkElements(map, map.values(), text);
        } else if (object instanceof Optional<?> optional) {
            checkElements(optional, optional.stream().toList(), text);
        } else if (object instanceof Object[] array) {
            checkElements(array, Arrays.asList(array), text);
        } else {
            Class<?> type = receivable(object.getClass());
            if (type != null) {
                check(object, type, text);
            }
        }
    }

    private void checkElements(Object container, Collection<?> elements, String text) {
        int position = 0;
        for (Object element : elements) {
            if (element != null && !(element instanceof CharSequence)) {
                String alone = json.print(element);
                check(element, alone);
                int found = position < 0 ? -1 : text.indexOf(alone, position);
                position = found < 0 ? -1 : found + alone.length();
            }
        }
        if (position < 0) {
            compareElements(container, elements, text);
        }
    }

    /** The library does not know the type of a list's elements, and may leave out what that asks for, like the name of a class. */
    private void compareElements(Object container, Collection<?> elements, String text) {
        List<@Nullable Object> alone = new ArrayList<>();
        elements.forEach(element -> alone.add(element == null ? null : JsonTree.of(json.print(element))));
        JsonDifference difference = new JsonDifference(name -> false);
        if (difference.between(values(container, text), alone, values(container, json.print(container))) != null) {
            throw new UnsendableBody(
                    "The elements of an object of " + container.getClass().getName()
                            + " would not arrive as they are: " + json
                            + " writes them in another way than alone, for example without the name of their type",
                    "Send an array of their type, or an object with a property for them. If no receiver reads their"
                            + " class, set 'delay.redisson.check-bodies=false'");
        }
    }

    private static List<?> values(Object container, String text) {
        Object tree = JsonTree.of(text);
        return container instanceof Map && tree instanceof Map<?, ?> map
                ? new ArrayList<>(map.values())
                : tree instanceof List<?> list && !(container instanceof Optional)
                        ? list
                        : Collections.singletonList(tree);
    }

    private void check(Object object, Class<?> type, String text) {
        String again = json.print(read(type, text));
        if (again.equals(text)) {
            return;
        }
        JsonDifference difference = new JsonDifference(MemberNames.of(type)::contain);
        String path = difference.between(JsonTree.of(text), JsonTree.of(again), JsonTree.of(json.print(object)));
        if (path != null) {
            throw refused(
                    type,
                    "arrive changed: " + json + " does not read " + (path.isEmpty() ? "it" : "'" + path + "'")
                            + " as it writes it");
        }
    }

    private Object read(Class<?> type, String text) {
        Object read;
        try {
            read = type.getTypeParameters().length == 0 ? json.parse(text, type) : json.parseExactly(text, type);
        } catch (RuntimeException | StackOverflowError e) {
            throw refused(
                    type,
                    "not arrive: " + json + " writes it, but can't read it: "
                            + (e instanceof RuntimeException failure ? json.reason(failure) : BodyFailures.TOO_DEEP));
        }
        if (read == null) {
            throw refused(type, "not arrive: " + json + " writes it as null");
        }
        return read;
    }

    private UnsendableBody refused(Class<?> type, String would) {
        String kotlin = KotlinClasses.remedy(type, json);
        return new UnsendableBody(
                "An object of " + type.getName() + " would " + would, (kotlin == null ? SAME_NAMES : kotlin) + UNREAD);
    }

    /** The class that a receiver can name: not that of a proxy or an anonymous class. Null for none, and for the JDK's values. */
    private static @Nullable Class<?> receivable(Class<?> type) {
        if (Proxy.isProxyClass(type)) {
            return null;
        }
        Class<?> named = type;
        while (named.isAnonymousClass()
                || named.isHidden()
                || named.isSynthetic()
                || named.getName().contains("$$")
                || named.getName().contains("$HibernateProxy$")) {
            named = named.getSuperclass();
        }
        return named == Object.class || named.getName().startsWith("java.") || named.isArray() ? null : named;
    }
}
