package org.delay.redisson.http;

import org.delay.redisson.operations.Access;
import org.delay.redisson.operations.Permission;

/**
 * A client, and what it may do. Immutable.
 *
 * @param name for logs and limits: its token's, or its user's
 */
record ApiCaller(String name, Grants grants) {

    boolean may(ApiPermission permission, String topic) {
        return grants.may(permission, topic);
    }

    /** The same, in the words of the operations. */
    Access access() {
        return new Access() {
            @Override
            public boolean may(Permission permission, String topic) {
                return grants.may(needed(permission), topic);
            }

            @Override
            public String user() {
                return name;
            }
        };
    }

    private static ApiPermission needed(Permission permission) {
        return switch (permission) {
            case VIEW -> ApiPermission.INSPECT;
            case VALUES -> ApiPermission.VALUES;
            case CANCEL -> ApiPermission.CANCEL;
            case OPERATE, ADMINISTER -> ApiPermission.MANAGE;
        };
    }
}
