package dev.plimsoll.runtime.access;

/** Decides who may have what. */
public interface Access {
    /** Everybody may have everything that is served at all: for ports that only trusted clients reach. */
    Access OPEN = (_, _) -> new Verdict.Allowed();

    Verdict check(CallerCredentials credentials, AccessAttributes question);

    /** Whether the caller may. */
    sealed interface Verdict {
        record Allowed() implements Verdict {}

        /** It is not known who the caller is. */
        record Unauthorized() implements Verdict {}

        record Forbidden(String user) implements Verdict {}

        /** The API server did not answer the review. */
        record Unknown(String message) implements Verdict {}
    }
}
