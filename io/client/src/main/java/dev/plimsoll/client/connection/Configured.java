package dev.plimsoll.client.connection;

import dev.plimsoll.client.Transport;

/** What a configuration led to. */
public sealed interface Configured {
    /**
     * A way to the server; nothing has been sent yet.
     *
     * @param authority the certificates by which the server is known, as PEM text; empty where none are configured
     */
    record Ready(Transport transport, String server, String namespace, String authority) implements Configured {}

    /** The configuration cannot be used. */
    record Invalid(String why) implements Configured {}
}
