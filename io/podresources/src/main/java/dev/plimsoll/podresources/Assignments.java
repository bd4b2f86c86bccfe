package dev.plimsoll.podresources;

import java.util.List;

/** What a node has given to its pods, and what it has to give. */
public interface Assignments {
    /** Of the pods that are active now. */
    List<Assigned.OfPod> pods();

    Assigned allocatable();
}
