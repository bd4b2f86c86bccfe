package dev.plimsoll.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Memory that containers use when they are told to. */
final class Memory {
    private final RealNode node;

    Memory(RealNode node) {
        this.node = node;
    }

    /** A process takes so much and keeps it: it fills a buffer and waits for somebody to read a pipe. */
    void take(ObjectNode pod, String container, int mebibytes) throws IOException, InterruptedException {
        node.containerd.exec(
                RealNode.id(pod, container),
                "mkfifo /tmp/f; sleep 1000000 < /tmp/f & exec dd if=/dev/zero of=/tmp/f count=1 bs=" + mebibytes + "M");
    }

    void awaitUsed(String cgroup, int mebibytes) throws IOException, InterruptedException {
        node.guest.await("[ $(cat " + cgroup + "/memory.current) -gt " + ((long) mebibytes << 20) + " ]");
    }

    /** Ends what {@link #take} began. */
    void giveBack(ObjectNode pod, String container) throws IOException, InterruptedException {
        node.guest.sh("for p in $(cat " + CgroupPaths.cgroup(pod, container)
                + "/cgroup.procs); do grep -q of=/tmp/f /proc/$p/cmdline && kill -9 $p; done; rm -f /tmp/f; true");
    }

    /** Page cache: a file that was written, and is on the disk. */
    void cache(ObjectNode pod, String container, int mebibytes) throws IOException, InterruptedException {
        node.containerd.exec(
                RealNode.id(pod, container), "dd if=/dev/zero of=/tmp/cached bs=1M count=" + mebibytes + "; sync");
        awaitUsed(CgroupPaths.cgroup(pod, container), mebibytes);
        node.guest.sh("sync");
    }
}
