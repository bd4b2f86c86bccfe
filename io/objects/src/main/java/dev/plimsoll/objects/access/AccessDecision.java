package dev.plimsoll.objects.access;

/** Whether somebody may do something. */
public sealed interface AccessDecision {
    /** What is said for it or against it; empty if there is nothing to say. */
    String text();

    /** Yes; the text is for the audit log. */
    record Allowed(String text) implements AccessDecision {}

    /** No; the text is added to the refusal. */
    record Denied(String text) implements AccessDecision {}

    AccessDecision ALLOWED = new Allowed("");
    AccessDecision DENIED = new Denied("");
}
