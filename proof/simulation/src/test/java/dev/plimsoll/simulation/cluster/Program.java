package dev.plimsoll.simulation.cluster;

import java.util.SplittableRandom;

/** One program of the cluster: it hears, and it does something about it, one small thing at a time. */
interface Program {
    /** Does one thing, if there is anything to do; which, the seed decides. A program that dies on the way is dead afterwards. */
    boolean act(SplittableRandom random);

    /** The process ends, as if killed. */
    void kill();

    boolean isAlive();

    void start();

    CrashPoint crash();
}
