package dev.plimsoll.cli.connection;

import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** A way to a server that says, where it fails, which server that is, where its address came from and what to try. */
final class NamedTransport implements Transport {
    private final Transport transport;
    private final String server;
    private final String origin;

    NamedTransport(Transport transport, String server, String origin) {
        this.transport = transport;
        this.server = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
        this.origin = origin;
    }

    @Override
    public Reply send(ClientRequest request) throws IOException {
        try {
            return transport.send(request);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    @Override
    public Streamed open(ClientRequest request) throws IOException {
        try {
            return transport.open(request);
        } catch (IOException e) {
            throw explained(e);
        }
    }

    private IOException explained(IOException e) {
        if (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException)) return e;
        return new IOException("no connection to " + server + " (" + origin + "): " + reason(e), e);
    }

    private static String reason(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnresolvedAddressException _ -> {
                    return "no host has this name; check the address, or try plimsoll status and --context NAME";
                }
                case ConnectException _ -> {
                    return "nobody listens there; is the cluster running? Try plimsoll status, or another --kubeconfig";
                }
                case SSLException tls -> {
                    return "its certificate is not the one that the kubeconfig knows (" + tls.getMessage()
                            + "); is this the kubeconfig of that cluster?";
                }
                default -> {}
            }
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() {
        transport.close();
    }
}
