package dev.plimsoll.core.podsecurity.view;

/** A boolean field that may be absent. */
public enum Choice {
    UNSET,
    TRUE,
    FALSE
}
