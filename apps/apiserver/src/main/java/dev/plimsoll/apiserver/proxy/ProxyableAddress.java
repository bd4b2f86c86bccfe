package dev.plimsoll.apiserver.proxy;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Addresses that the server connects to because an object names them. Who writes the object must not reach, through the server, what only
 * the server's own machine reaches.
 */
final class ProxyableAddress {
    static final String NOT_ALLOWED = "address not allowed";

    private ProxyableAddress() {}

    /** The literal address, if it may be connected to; names are not looked up. */
    static Optional<InetAddress> of(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text)).filter(ProxyableAddress::isAllowed);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static boolean isAllowed(InetAddress address) {
        return !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isAnyLocalAddress()
                && !address.isMulticastAddress();
    }
}
