package dev.plimsoll.core.resize.actuation;

import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.ActuationAttempt;

/** What comes next on the way from allocated to actuated. */
public sealed interface Next {
    /** One act; its outcome decides how it goes on. */
    record Do(Act act, ActuationAttempt attempt) implements Next {}

    /** All that was allocated is in force. */
    record Settled() implements Next {}

    /** All that can be done now is done; the failures of the attempt say what is left. */
    record GaveUp(ActuationAttempt attempt) implements Next {}
}
