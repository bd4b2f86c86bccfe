/** The pods behind each service, as EndpointSlices and as Endpoints. */
@NullMarked
package dev.plimsoll.controllers.endpoints;

import org.jspecify.annotations.NullMarked;
