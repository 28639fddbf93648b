package org.delay.redisson.http;

import java.util.List;

/** A part of the API. Each bean of this type adds its operations. */
@FunctionalInterface
interface ApiRoutes {

    List<ApiRoute> routes();
}
