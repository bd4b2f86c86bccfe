package dev.plimsoll.nodeagent.handlers;

import dev.plimsoll.nodeagent.runtime.PrivatePodNetwork;
import dev.plimsoll.streams.StreamSocket;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** Opens the connections of probes and hooks. */
interface Dialer {
    /** Over the network of the machine. */
    Dialer MACHINE = Address::dial;

    Socket dial(Address address, Duration timeout) throws DialException;

    /** Over a network of pods. */
    static Dialer over(PrivatePodNetwork network) {
        return (address, _) -> {
            try {
                return new StreamSocket(
                        network.connect(address.host(), address.port()), address.host(), address.port());
            } catch (IOException e) {
                throw DialException.of(address.toString(), e);
            }
        };
    }
}
