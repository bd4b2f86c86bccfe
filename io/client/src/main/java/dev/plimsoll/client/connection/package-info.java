/** Connections to an API server as kubeconfig files and service accounts describe them. */
@NullMarked
package dev.plimsoll.client.connection;

import org.jspecify.annotations.NullMarked;
