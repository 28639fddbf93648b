package org.delay.redisson.listener;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.startup.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * The parameters of a listener method.
 *
 * @param body the type of the body parameter, or null if there is none
 */
record Parameters(List<Argument> arguments, @Nullable Type body) {

    private static final String MESSAGING = "org.springframework.messaging.handler.annotation.";

    private static final List<String> OTHERS = List.of(
            "org.springframework.messaging.",
            "org.springframework.kafka.",
            "org.apache.kafka.",
            "org.springframework.amqp.",
            "com.rabbitmq.");

    /** Spring's annotation marks "no default" with a special text. */
    private static final String NO_DEFAULT = "\n\t\t\n\t\t\n\uE000\uE001\uE002\n\t\t\t\t\n";

    /**
     * Reads the parameters of a method.
     *
     * @param batch whether the method takes lists
     * @throws CannotStartException if there is no argument for a parameter
     */
    static Parameters of(BeanMethod method, boolean batch, BodyConverter converter, Texts texts) {
        Reader reader = new Reader(method, batch, converter, texts);
        List<Argument> arguments = new ArrayList<>();
        for (int index = 0; index < method.method().getParameterCount(); index++) {
            arguments.add(reader.argument(index));
        }
        return new Parameters(List.copyOf(arguments), reader.body);
    }

    /** The arguments of one call. */
    @Nullable
    Object[] of(List<DelayedMessage> messages, List<Object> bodies) {
        return arguments.stream().map(argument -> argument.of(messages, bodies)).toArray();
    }

    private static final class Reader {

        private final BeanMethod method;
        private final boolean batch;
        private final BodyConverter converter;
        private final Texts texts;
        private @Nullable Type body;

        private Reader(BeanMethod method, boolean batch, BodyConverter converter, Texts texts) {
            this.method = method;
            this.batch = batch;
            this.converter = converter;
            this.texts = texts;
        }

        Argument argument(int index) {
            MethodParameter parameter = parameter(method.method(), index);
            MergedAnnotation<?> header = header(parameter);
            Type type = GenericTypeResolver.resolveType(parameter.getGenericParameterType(), method.type());
            boolean all = isAllHeaders(parameter, header);
            if (batch) {
                if (header.isPresent() || all) {
                    throw unfit(
                            parameter,
                            "is a header, but a method with 'batch' gets its headers from a List<DelayedMessage>");
                }
                return listed(parameter, type);
            }
            if (all) {
                return headers(parameter);
            }
            if (header.isPresent()) {
                return header(parameter, header);
            }
            return type == DelayedMessage.class ? (messages, bodies) -> messages.get(0) : body(parameter, type);
        }

        private MethodParameter parameter(Method declared, int index) {
            MethodParameter parameter = new MethodParameter(declared, index).withContainingClass(method.type());
            parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
            return parameter;
        }

        private static MergedAnnotation<?> header(MethodParameter parameter) {
            MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
            MergedAnnotation<?> own = annotations.get(Header.class);
            return own.isPresent() ? own : annotations.get(MESSAGING + "Header");
        }

        private static boolean isAllHeaders(MethodParameter parameter, MergedAnnotation<?> header) {
            boolean named = header.isPresent() && StringUtils.hasText(header.getString("name"));
            boolean map = Map.class == parameter.getParameterType();
            return (map && header.isPresent() && !named)
                    || MergedAnnotations.from(parameter.getParameterAnnotations())
                            .isPresent(MESSAGING + "Headers");
        }

        private Argument headers(MethodParameter parameter) {
            Class<?>[] arguments =
                    ResolvableType.forMethodParameter(parameter).asMap().resolveGenerics(Object.class);
            if (parameter.getParameterType() != Map.class
                    || !Arrays.stream(arguments).allMatch(argument -> argument.isAssignableFrom(String.class))) {
                throw unfit(parameter, "is for all headers, so it must be a Map<String, String>");
            }
            return (messages, bodies) -> HeaderArgument.all(messages.get(0));
        }

        private Argument header(MethodParameter parameter, MergedAnnotation<?> header) {
            String name = resolved(parameter, header.getString("name"));
            String given = header.getString("defaultValue");
            String used = StringUtils.hasText(name) ? name : parameter.getParameterName();
            if (used == null) {
                throw unfit(parameter, "is a header without a name, and the class was compiled without '-parameters'");
            }
            String fallback = given.isEmpty() || given.equals(NO_DEFAULT) ? null : resolved(parameter, given);
            boolean required = header.getBoolean("required") && parameter.getParameterType() != Optional.class;
            if (!required && fallback == null && parameter.getParameterType().isPrimitive()) {
                throw unfit(parameter, "is not required, but its type can't be null: use an Optional, or a default");
            }
            HeaderArgument argument = new HeaderArgument(
                    used, required, fallback, parameter, ApplicationConversionService.getSharedInstance());
            if (!argument.canConvert()) {
                throw unfit(parameter, "is a header, but text can't be converted to its type");
            }
            return argument;
        }

        private @Nullable String resolved(MethodParameter parameter, String given) {
            try {
                return texts.one(given);
            } catch (IllegalArgumentException e) {
                throw unfit(parameter, "has the value '" + given + "', which is invalid: " + e.getMessage());
            }
        }

        private Argument listed(MethodParameter parameter, Type type) {
            ResolvableType list = ResolvableType.forType(type);
            if (list.resolve() != List.class || !list.hasGenerics()) {
                throw unfit(
                        parameter, "must be a List of bodies or of DelayedMessage, because the method has a 'batch'");
            }
            Type element = list.getGeneric().getType();
            if (element == DelayedMessage.class) {
                return (messages, bodies) -> messages;
            }
            read(parameter, element);
            return (messages, bodies) -> bodies;
        }

        private Argument body(MethodParameter parameter, Type type) {
            if (ResolvableType.forType(type).as(List.class).getGeneric().resolve() == DelayedMessage.class) {
                throw unfit(parameter, "is a list of messages, but the method has no 'batch'");
            }
            read(parameter, type);
            return (messages, bodies) -> bodies.get(0);
        }

        private void read(MethodParameter parameter, Type type) {
            if (isOthers(ResolvableType.forType(type))) {
                throw unfit(
                        parameter,
                        "is a " + type.getTypeName()
                                + ", which is not delivered here. Use the body's own type, a DelayedMessage or a @Header");
            }
            if (body != null) {
                throw unfit(parameter, "would be a second body");
            }
            if (!isKnown(type)) {
                throw unfit(parameter, "has an unknown type: " + type.getTypeName());
            }
            body = type instanceof Class<?> plain ? ClassUtils.resolvePrimitiveIfNecessary(plain) : type;
            if (!converter.reads(body)) {
                throw unfit(
                        parameter,
                        "has a type that " + ClassUtils.getUserClass(converter).getName() + " does not read: "
                                + type.getTypeName());
            }
        }

        /** Types of other listeners' parameters, which are not meant to be bodies. */
        private static boolean isOthers(ResolvableType type) {
            return OTHERS.stream().anyMatch(type.toClass().getName()::startsWith)
                    || Arrays.stream(type.getGenerics()).anyMatch(Reader::isOthers);
        }

        private static boolean isKnown(Type type) {
            if (type instanceof ParameterizedType parameterized) {
                return Arrays.stream(parameterized.getActualTypeArguments()).allMatch(Reader::isKnown);
            }
            if (type instanceof WildcardType wildcard) {
                return Arrays.stream(wildcard.getUpperBounds()).allMatch(Reader::isKnown);
            }
            return !(type instanceof TypeVariable);
        }

        private CannotStartException unfit(MethodParameter parameter, String reason) {
            String name = parameter.getParameterName();
            return new CannotStartException(
                    "Parameter " + (name == null ? parameter.getParameterIndex() + 1 : "'" + name + "'")
                            + " of @DelayQueueListener method " + method + " " + reason + ".",
                    "A method takes a body, a DelayedMessage and @Header parameters; with 'batch', a List of bodies and a "
                            + "List<DelayedMessage>.");
        }
    }
}
