package org.delay.redisson.operations;

/**
 * Who may do what with all topics, as properties say. Immutable.
 *
 * @param view who sees counts and masked messages
 * @param values who also sees bodies, keys and header values
 * @param operate who changes messages and topics
 */
public record AccessRules(Audience view, Audience values, Audience operate) {

    /** What the caller may do. Asks the caller again for each question. */
    public Access of(Caller caller) {
        return (permission, topic) -> audience(permission).includes(caller);
    }

    private Audience audience(Permission permission) {
        return switch (permission) {
            case VIEW -> view;
            case VALUES -> values;
            case CANCEL, OPERATE -> operate;
        };
    }
}
