package org.delay.redisson.json;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names of the members of a class, and of the classes of its members: names in the source, not data. */
final class MemberNames {

    private static final int MAX_CLASSES = 200;

    private final Set<String> names = new HashSet<>();
    private final Set<Type> seen = new HashSet<>();

    private MemberNames() {}

    static MemberNames of(Class<?> type) {
        MemberNames names = new MemberNames();
        names.collect(type);
        return names;
    }

    /** Whether a property may be called so, whatever the naming strategy makes of it. */
    boolean contain(String property) {
        return names.contains(plain(property));
    }

    private void collect(Type type) {
        if (seen.size() >= MAX_CLASSES || !seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType());
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument);
            }
        } else if (type instanceof Class<?> plain) {
            if (plain.isArray()) {
                collect(plain.getComponentType());
            } else if (!plain.isPrimitive() && !plain.getName().startsWith("java.")) {
                members(plain);
            }
        }
    }

    private void members(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                names.add(plain(field.getName()));
                collect(field.getGenericType());
            }
            for (Method method : each.getDeclaredMethods()) {
                if (method.getParameterCount() == 0) {
                    names.add(plain(method.getName()));
                    names.add(plain(method.getName().replaceFirst("^(get|is)", "")));
                    collect(method.getGenericReturnType());
                }
            }
        }
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                names.add(plain(component.getName()));
            }
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[_.-]", "").toLowerCase(Locale.ROOT);
    }
}
