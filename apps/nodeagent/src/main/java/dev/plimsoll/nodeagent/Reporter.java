package dev.plimsoll.nodeagent;

import dev.plimsoll.nodeagent.api.Troubles;

/** Hears of what people should know: what is tried again, and what is a mistake of ours. */
public interface Reporter extends Troubles {
    void defect(String where, RuntimeException exception);
}
