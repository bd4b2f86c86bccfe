package dev.plimsoll.nodeagent.simulated.network;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Chooses one of a service's destinations: any, or the one that the same client got before. */
final class SessionAffinity {
    private static final int MOST = 10_000;

    private record Client(String route, String address) {}

    private record Session(Destination destination, Instant lastUsed) {}

    private final RandomGenerator random;
    /** Guarded by itself; the oldest go first. */
    private final Map<Client, Session> sessions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Client, Session> eldest) {
            return size() > MOST;
        }
    };

    SessionAffinity(RandomGenerator random) {
        this.random = random;
    }

    /** One of a route that has some. */
    Destination choose(ServiceRoutes.Route route, String client, Instant now) {
        var all = route.destinations();
        synchronized (sessions) {
            var any = all.get(random.nextInt(all.size()));
            if (route.affinity().isZero()) return any;
            var key = new Client(route.key(), client);
            var before = sessions.get(key);
            var chosen = before != null && isKept(before, route, now) ? before.destination() : any;
            sessions.remove(key);
            sessions.put(key, new Session(chosen, now));
            return chosen;
        }
    }

    private static boolean isKept(Session session, ServiceRoutes.Route route, Instant now) {
        return route.destinations().contains(session.destination())
                && now.isBefore(session.lastUsed().plus(route.affinity()));
    }
}
