package dev.plimsoll.nodeagent.cri.observation;

/** Hears of what befell a pod and should be told to people. */
public interface Incidents {
    void tell(String uid, String reason, String message);
}
