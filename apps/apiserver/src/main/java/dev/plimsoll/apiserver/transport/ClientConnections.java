package dev.plimsoll.apiserver.transport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.plimsoll.apiserver.limits.ClientBudget;
import dev.plimsoll.apiserver.limits.RequestLimits;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/**
 * All open connections. Clients that have not proved who they are share a bound for each address: beyond it the oldest goes, so
 * that who only holds connections loses them to who uses them. Users have bounds of their own.
 */
final class ClientConnections {
    private final RequestLimits.Clients limits;
    private final Map<EndPoint, ClientConnection> open = new ConcurrentHashMap<>();
    /** Oldest first, as all sets here. */
    private final Set<ClientConnection> unauthenticated = new LinkedHashSet<>();

    private final Map<String, Set<ClientConnection>> byAddress = new HashMap<>();
    private final ClientBudget users;

    ClientConnections(RequestLimits.Clients limits) {
        this.limits = limits;
        this.users = new ClientBudget(0, limits.connectionsPerUser());
    }

    void opened(EndPoint endPoint, long nowNanos) {
        var connection = new ClientConnection(endPoint, address(endPoint), nowNanos);
        open.put(endPoint, connection);
        var victim = enter(connection);
        if (victim != null) victim.close();
    }

    private static String address(EndPoint endPoint) {
        return endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                ? remote.getAddress().getHostAddress()
                : "";
    }

    /** Which one has to go for it. */
    private synchronized @Nullable ClientConnection enter(ClientConnection connection) {
        unauthenticated.add(connection);
        var neighbours = byAddress.computeIfAbsent(connection.address(), _ -> new LinkedHashSet<>());
        neighbours.add(connection);
        Set<ClientConnection> crowd;
        if (isBeyond(neighbours.size(), limits.unauthenticatedPerAddress())) crowd = neighbours;
        else if (isBeyond(open.size(), limits.connections())) crowd = unauthenticated;
        else return null;
        var oldest = crowd.iterator().next();
        leave(oldest); // at once, so that the next one finds another
        return oldest;
    }

    private static boolean isBeyond(int count, int bound) {
        return bound > 0 && count > bound;
    }

    void closed(EndPoint endPoint) {
        var connection = open.remove(endPoint);
        if (connection == null) return;
        if (!leave(connection) && connection.isAuthenticated()) users.give(connection.user(), 1);
    }

    @CanIgnoreReturnValue
    private synchronized boolean leave(ClientConnection connection) {
        var neighbours = byAddress.get(connection.address());
        if (neighbours != null && neighbours.remove(connection) && neighbours.isEmpty())
            byAddress.remove(connection.address());
        return unauthenticated.remove(connection);
    }

    /** Its client is this user; what a user has too many of stays among the unauthenticated. */
    void identify(ClientConnection connection, String user) {
        if (connection.isAuthenticated() || !users.take(user, 1, false)) return;
        synchronized (this) {
            if (!leave(connection)) {
                users.give(user, 1); // another request was first, or it has closed meanwhile
                return;
            }
            connection.identify(user);
        }
    }

    /** The one that a request came on, through TLS or not; empty when it has just been closed. */
    Optional<ClientConnection> of(EndPoint endPoint) {
        var below = endPoint;
        while (below instanceof EndPoint.Wrapper wrapper) below = wrapper.unwrap();
        return Optional.ofNullable(open.get(below));
    }

    /** Closes those that take too long to finish what they began. */
    void sweep(long nowNanos) {
        var patience = limits.header().toNanos();
        if (patience == 0) return;
        for (var connection : List.copyOf(open.values())) {
            if (connection.isOverdue(nowNanos, patience)) connection.close();
        }
    }

    int count() {
        return open.size();
    }

    synchronized int countUnauthenticated() {
        return unauthenticated.size();
    }
}
