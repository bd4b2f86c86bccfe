/** The network of simulated pods: connections inside the process, led by the Services and EndpointSlices of the API. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.network;

import org.jspecify.annotations.NullMarked;
