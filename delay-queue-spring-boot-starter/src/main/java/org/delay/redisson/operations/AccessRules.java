package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/**
 * Who may do what with all topics, as properties say. Immutable.
 *
 * @param view who sees counts and masked messages
 * @param values who also sees bodies, keys and header values
 * @param operate who changes messages, topics and the number of shards
 */
public record AccessRules(Audience view, Audience values, Audience operate) {

    /** What the caller may do. Asks the caller again for each question. */
    public Access of(Caller caller) {
        return new Access() {
            @Override
            public boolean may(Permission permission, String topic) {
                return audience(permission).includes(caller);
            }

            @Override
            public @Nullable String user() {
                return caller.name();
            }
        };
    }

    private Audience audience(Permission permission) {
        return switch (permission) {
            case VIEW -> view;
            case VALUES -> values;
            case CANCEL, OPERATE, ADMINISTER -> operate;
        };
    }
}
