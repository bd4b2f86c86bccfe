package dev.plimsoll.security;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What clients hold of a server, as its metrics tell.
 *
 * @param requests that have a thread; the one that asks for the metrics is none of them
 */
record Held(int unauthenticated, int authenticated, int requests, int watchers) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Held by(SecureServer.Client admin) {
        var page = metrics(admin);
        return new Held(
                number(page, "plimsoll_apiserver_connections{authenticated=\"false\"}"),
                number(page, "plimsoll_apiserver_connections{authenticated=\"true\"}"),
                number(page, "plimsoll_apiserver_held{what=\"requests\"}") - 1,
                number(page, "plimsoll_apiserver_held{what=\"watchers\"}"));
    }

    /** An impatient server may close an idle connection at the moment of its next use: a second one is opened then. */
    private static String metrics(SecureServer.Client admin) {
        try {
            return admin.get("/metrics").text();
        } catch (SecureServer.Unanswered _) {
            return admin.get("/metrics").text();
        }
    }

    private static int number(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> (int) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric " + name));
    }

    /** Asks again and again, for a generous time. */
    static void until(String what, BooleanSupplier condition) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("it did not come about: " + what);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
