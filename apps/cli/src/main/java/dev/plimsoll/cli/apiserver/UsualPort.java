package dev.plimsoll.cli.apiserver;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** The port at which people look for an API server. */
public final class UsualPort {
    private static final int PORT = 6443;

    private UsualPort() {}

    /** The port that was asked for; else the usual one, or 0 for any if somebody has that. */
    public static int unlessAsked(String host, @Nullable Integer asked) throws IOException {
        if (asked != null) return asked;
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), PORT));
            return PORT;
        } catch (BindException _) {
            return 0;
        }
    }
}
