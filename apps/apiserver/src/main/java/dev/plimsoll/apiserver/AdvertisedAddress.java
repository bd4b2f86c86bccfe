package dev.plimsoll.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** Where others reach a server that listens on a host. */
final class AdvertisedAddress {
    private AdvertisedAddress() {}

    /** The address of the host; for one that stands for all addresses, the first of this machine that others can reach. */
    static InetAddress of(String host) {
        try {
            var address = InetAddress.getByName(host);
            return address.isAnyLocalAddress() ? ofMachine() : address;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetAddress ofMachine() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                .findFirst()
                .orElseGet(InetAddress::getLoopbackAddress);
    }
}
