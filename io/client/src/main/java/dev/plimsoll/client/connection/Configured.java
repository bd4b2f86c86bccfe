package dev.plimsoll.client.connection;

import dev.plimsoll.client.Transport;

/** What a configuration led to. */
public sealed interface Configured {
    /** A way to the server; nothing has been sent yet. */
    record Ready(Transport transport, String server, String namespace) implements Configured {}

    /** The configuration cannot be used. */
    record Invalid(String why) implements Configured {}
}
