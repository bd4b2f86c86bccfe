package dev.plimsoll.testkit.client;

import java.time.Duration;
import java.util.List;

/**
 * Something that goes wrong for clients of the API: {@link TestCluster#inject(ApiFault...)}. A fault meets every request unless it is
 * narrowed down.
 */
public final class ApiFault {
    private final String kind;
    private final Duration retryAfter;
    private final String userAgent;
    private final String verb;
    private final String resource;
    /** How often it happens; negative without an end. */
    private final int times;

    private ApiFault(String kind, Duration retryAfter, String userAgent, String verb, String resource, int times) {
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.userAgent = userAgent;
        this.verb = verb;
        this.resource = resource;
        this.times = times;
    }

    private static ApiFault of(String kind) {
        return new ApiFault(kind, Duration.ZERO, "", "", "", -1);
    }

    /** Writes are answered with 409: somebody else has changed the object. */
    public static ApiFault conflict() {
        return of("conflict");
    }

    /** Requests are answered with 429, and when to come again. */
    public static ApiFault tooManyRequests(Duration retryAfter) {
        return new ApiFault("tooManyRequests", retryAfter, "", "", "", -1);
    }

    /** Requests are answered with 500. */
    public static ApiFault serverError() {
        return of("serverError");
    }

    /** Requests are answered with 504, and are not carried out. */
    public static ApiFault timeout() {
        return of("timeout");
    }

    /** Watches end instead of telling their next event, also those that are open already. */
    public static ApiFault droppedWatch() {
        return of("droppedWatch");
    }

    /** Lists show what was there when the fault was injected. */
    public static ApiFault staleList() {
        return of("staleList");
    }

    /** Only for clients whose user agent contains this. */
    public ApiFault forUserAgent(String part) {
        return new ApiFault(kind, retryAfter, part, verb, resource, times);
    }

    /** Only for this verb: {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete}. */
    public ApiFault onVerb(String word) {
        return new ApiFault(kind, retryAfter, userAgent, word, resource, times);
    }

    /** Only for this resource, such as {@code pods} or {@code pods/resize}. */
    public ApiFault onResource(String plural) {
        return new ApiFault(kind, retryAfter, userAgent, verb, plural, times);
    }

    /** So often and no more. */
    public ApiFault times(int count) {
        return new ApiFault(kind, retryAfter, userAgent, verb, resource, count);
    }

    List<String> message() {
        return List.of(kind, retryAfter.toString(), userAgent, verb, resource, Integer.toString(times));
    }
}
