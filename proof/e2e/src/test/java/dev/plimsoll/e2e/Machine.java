package dev.plimsoll.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A virtual machine with a kernel of its own: 8 CPUs on two NUMA nodes of 1 GiB. What is written to its disks is lost when it
 * ends.
 *
 * @param process null where it was started by somebody else
 */
record Machine(@Nullable Process process, Guest guest, int kubeletPort) implements AutoCloseable {
    /** Whatever happens, a machine that nobody ends ends by itself. */
    private static final String LONGEST_LIFE_SECONDS = "10800";

    /** An emulated machine is slow. */
    static final Duration PATIENCE = Duration.ofMinutes(4);

    static final Path FOLDER =
            Path.of("target", System.getProperty("e2e.machine", "vm")).toAbsolutePath();
    /** With the disks that all machines share: a Java runtime, and plimsoll. */
    static final Path COMMON = Path.of("target", "vm").toAbsolutePath();

    /** Whether systemd is the first process, and makes the cgroups. */
    static final boolean HAS_SYSTEMD = FOLDER.getFileName().toString().endsWith("-systemd");

    /** Whether the kernel confines containers by profiles. */
    static final boolean HAS_APPARMOR = Boolean.getBoolean("e2e.apparmor");

    private static final int USUAL_KUBELET_PORT = 18250;

    static boolean isBuilt() {
        return COMMON.resolve("app.ext4").toFile().exists();
    }

    static Machine boot() throws IOException, InterruptedException {
        var running = System.getProperty("e2e.vm", "");
        if (!running.isEmpty()) return new Machine(null, new Guest(Integer.parseInt(running)), USUAL_KUBELET_PORT);
        var commands = freePort();
        var kubelet = freePort();
        var process = new ProcessBuilder(command(commands, kubelet))
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("qemu.log").toFile())
                .start();
        var machine = new Machine(process, new Guest(commands), kubelet);
        try {
            machine.guest().awaitUp(process);
            return machine;
        } catch (IOException | InterruptedException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    /** Emulated, never with KVM: where KVM is there but cannot run such a guest, it hangs. */
    private static List<String> command(int commands, int kubelet) {
        var kernel =
                "console=ttyS0 root=/dev/nvme0n1 rw init=/init panic=-1 quiet mitigations=off nokaslr init_on_alloc=0 "
                        + "tsc=reliable audit=0 apparmor="
                        + (HAS_APPARMOR ? 1 : 0) + " numa_balancing=disable nmi_watchdog=0 e2e.jre="
                        + COMMON.resolve("jre") + " e2e.app=" + COMMON.resolve("app");
        var options =
                """
                timeout -k 5 %s qemu-system-x86_64 -machine q35 -bios qboot.rom -accel tcg,thread=multi,tb-size=512
                -cpu max,vendor=GenuineIntel,family=6,model=85,stepping=4,model-id=vmtest,-erms,-fsrm
                -smp 8,sockets=2,cores=2,threads=2 -m 2048
                -object memory-backend-ram,id=m0,size=1024M -object memory-backend-ram,id=m1,size=1024M
                -numa node,nodeid=0,cpus=0-3,memdev=m0 -numa node,nodeid=1,cpus=4-7,memdev=m1 -numa dist,src=0,dst=1,val=20
                -nodefaults -no-user-config -display none -no-reboot -serial file:%s/vm.log -kernel %s/vmlinuz
                -drive file=%s/root.ext4,format=raw,if=none,id=d0,snapshot=on -device nvme,serial=root,drive=d0
                -drive file=%s/jre.ext4,format=raw,if=none,id=d1,readonly=on -device nvme,serial=jre,drive=d1
                -drive file=%s/app.ext4,format=raw,if=none,id=d2,readonly=on -device nvme,serial=app,drive=d2
                -netdev user,id=n0,hostfwd=tcp:127.0.0.1:%d-:8023,hostfwd=tcp:127.0.0.1:%d-:%d
                -device virtio-net-pci,netdev=n0,romfile= -append""".formatted(LONGEST_LIFE_SECONDS, FOLDER, FOLDER, FOLDER, COMMON, COMMON, commands, kubelet, kubelet);
        var words = new java.util.ArrayList<>(List.of(options.split("\\s+")));
        words.add(kernel);
        return words;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        if (process == null) return;
        // It is run by timeout(1), which passes this on.
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
