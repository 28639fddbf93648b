package org.delay.redisson.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The first place where two JSON texts mean something different, as {@link JsonMeanings} says. For one comparison. */
final class JsonDifference {

    /** Shown for what is no property's name. */
    private static final String HIDDEN = "*";

    private final JsonMeanings meanings = new JsonMeanings();
    private final Predicate<String> isProperty;

    /** @param isProperty whether a name in the JSON may be shown; others may be keys of maps, which are data */
    JsonDifference(Predicate<String> isProperty) {
        this.isProperty = isProperty;
    }

    /**
     * Compares what was written with what is written of the object that was read.
     *
     * @param repeated what was written at another time: what differs here changes by itself, like an age
     * @return the path of the first difference, or null if there is none
     */
    @Nullable
    String between(@Nullable Object written, @Nullable Object again, @Nullable Object repeated) {
        return difference("", written, again, repeated);
    }

    private @Nullable String difference(
            String path, @Nullable Object written, @Nullable Object again, @Nullable Object repeated) {
        if (meanings.areSame(written, again)) {
            return null;
        }
        if (written instanceof Map<?, ?> left && (again instanceof Map<?, ?> || meanings.areSame(again, null))) {
            return ofObjects(path, left, map(again), map(repeated));
        }
        if (written instanceof List<?> left && again instanceof List<?> right && left.size() == right.size()) {
            return ofLists(path, left, right, repeated instanceof List<?> list ? list : List.of());
        }
        return meanings.areSame(written, repeated) ? path : null;
    }

    private @Nullable String ofObjects(String path, Map<?, ?> written, Map<?, ?> again, Map<?, ?> repeated) {
        Set<Object> names = new LinkedHashSet<>(written.keySet());
        names.addAll(again.keySet());
        for (Object name : names) {
            String shown = isProperty.test(String.valueOf(name)) ? String.valueOf(name) : HIDDEN;
            String found = difference(
                    path.isEmpty() ? shown : path + "." + shown,
                    written.get(name),
                    again.get(name),
                    repeated.get(name));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Elements that mean the same belong together, wherever they are. The others do in their order, so each is compared with
     * only one: with more, the time would double with each level of a tree.
     */
    private @Nullable String ofLists(String path, List<?> written, List<?> again, List<?> repeated) {
        List<Integer> left = without(written, again);
        List<Integer> right = without(again, written);
        for (int i = 0; i < left.size(); i++) {
            int index = left.get(i);
            String found = difference(
                    path + "[" + index + "]",
                    written.get(index),
                    again.get(right.get(i)),
                    index < repeated.size() ? repeated.get(index) : null);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The places of the elements of a list that another list of the same size does not have, or not as often. */
    private List<Integer> without(List<?> list, List<?> others) {
        Map<Object, Integer> counts = new HashMap<>();
        others.forEach(element -> counts.merge(meanings.of(element), 1, Integer::sum));
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (counts.merge(meanings.of(list.get(i)), -1, Integer::sum) < 0) {
                places.add(i);
            }
        }
        return places;
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
