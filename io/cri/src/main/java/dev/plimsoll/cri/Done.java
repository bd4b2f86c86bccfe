package dev.plimsoll.cri;

/** It was done, and there is nothing else to say. */
public enum Done {
    DONE
}
