package dev.plimsoll.e2e;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The container runtime of the virtual machine. */
final class Containerd {
    private final Guest guest;
    private final AtomicInteger executed = new AtomicInteger();

    Containerd(Guest guest) {
        this.guest = guest;
    }

    void start() throws IOException, InterruptedException {
        guest.sh("setsid containerd > /tmp/containerd.log 2>&1 < /dev/null & echo $! > /tmp/containerd.pid");
        guest.await("ctr version > /dev/null 2>&1");
    }

    void importImages() throws IOException, InterruptedException {
        guest.sh("for image in /opt/images/*.tar; do ctr -n k8s.io images import $image || exit 1; done");
    }

    boolean isUp() throws IOException, InterruptedException {
        return guest.run("ctr version").exit() == 0;
    }

    /** Such as {@code 2.1.9}. */
    String version() throws IOException, InterruptedException {
        return guest.sh("containerd --version | awk '{print $3}'").replaceFirst("^v", "");
    }

    /** Containers live on. */
    void stop() throws IOException, InterruptedException {
        guest.sh("kill $(cat /tmp/containerd.pid)");
        guest.await("! kill -0 $(cat /tmp/containerd.pid) 2> /dev/null");
    }

    /** It takes calls and does nothing about them. */
    void freeze() throws IOException, InterruptedException {
        guest.sh("kill -STOP $(cat /tmp/containerd.pid)");
    }

    void thaw() throws IOException, InterruptedException {
        guest.sh("kill -CONT $(cat /tmp/containerd.pid)");
    }

    /** Starts a script in a container, as one more process of it. */
    void exec(String containerId, String script) throws IOException, InterruptedException {
        guest.sh("ctr -n k8s.io tasks exec -d --exec-id e" + executed.incrementAndGet() + " " + containerId + " sh -c '"
                + script + "'");
    }

    /** The ids of containers and sandboxes that there are. */
    String containers() throws IOException, InterruptedException {
        return guest.sh("ctr -n k8s.io containers ls -q");
    }
}
