package dev.plimsoll.testkit.cluster;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Something that goes wrong for clients of the API: {@link TestCluster#inject(ApiFault...)}. The cluster's own components are spared.
 * A fault meets every request unless it is narrowed down.
 *
 * <pre>{@code
 * try (var _ = cluster.inject(ApiFault.conflict().onVerb("update").times(2))) { ... }
 * }</pre>
 */
public final class ApiFault {
    private final Kind kind;
    private final Duration retryAfter;
    private final String userAgent;
    private final String verb;
    private final String resource;
    /** How often it still happens; negative without an end. */
    private final AtomicInteger left;

    enum Kind {
        CONFLICT,
        TOO_MANY_REQUESTS,
        SERVER_ERROR,
        TIMEOUT,
        DROPPED_WATCH,
        STALE_LIST
    }

    private ApiFault(Kind kind, Duration retryAfter, String userAgent, String verb, String resource, int times) {
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.userAgent = userAgent;
        this.verb = verb;
        this.resource = resource;
        this.left = new AtomicInteger(times);
    }

    private static ApiFault of(Kind kind, String verb) {
        return new ApiFault(kind, Duration.ofSeconds(1), "", verb, "", -1);
    }

    /** Writes are answered with 409: somebody else has changed the object. */
    public static ApiFault conflict() {
        return of(Kind.CONFLICT, "");
    }

    /** Requests are answered with 429, and when to come again. */
    public static ApiFault tooManyRequests(Duration retryAfter) {
        return new ApiFault(Kind.TOO_MANY_REQUESTS, retryAfter, "", "", "", -1);
    }

    /** Requests are answered with 500. */
    public static ApiFault serverError() {
        return of(Kind.SERVER_ERROR, "");
    }

    /** Requests are answered with 504, and nobody knows whether they were carried out; they were not. */
    public static ApiFault timeout() {
        return of(Kind.TIMEOUT, "");
    }

    /** Watches end instead of telling their next event, also those that are open already. */
    public static ApiFault droppedWatch() {
        return of(Kind.DROPPED_WATCH, "watch");
    }

    /** Lists show what was there when the fault was injected. */
    public static ApiFault staleList() {
        return of(Kind.STALE_LIST, "list");
    }

    /** Only for clients whose user agent contains this. */
    public ApiFault forUserAgent(String part) {
        return new ApiFault(kind, retryAfter, part, verb, resource, left.get());
    }

    /** Only for this verb: {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete}. */
    public ApiFault onVerb(String word) {
        return new ApiFault(kind, retryAfter, userAgent, word, resource, left.get());
    }

    /** Only for this resource, such as {@code pods} or {@code pods/resize}. */
    public ApiFault onResource(String plural) {
        return new ApiFault(kind, retryAfter, userAgent, verb, plural, left.get());
    }

    /** So often and no more. */
    public ApiFault times(int count) {
        return new ApiFault(kind, retryAfter, userAgent, verb, resource, count);
    }

    Kind kind() {
        return kind;
    }

    int retrySeconds() {
        return (int) Math.max(1, retryAfter.toSeconds());
    }

    boolean concerns(String agent, String word, String plural) {
        return agent.contains(userAgent)
                && (verb.isEmpty() ? isUsual(word) : verb.equals(word))
                && (resource.isEmpty() || resource.equals(plural));
    }

    /** A conflict can come of writes to an object alone. */
    private boolean isUsual(String word) {
        return kind != Kind.CONFLICT || word.equals("update") || word.equals("patch") || word.equals("delete");
    }

    /** Whether it happens once more. */
    boolean take() {
        return left.getAndUpdate(now -> now > 0 ? now - 1 : now) != 0;
    }
}
