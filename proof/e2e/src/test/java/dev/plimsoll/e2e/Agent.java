package dev.plimsoll.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code plimsoll node --runtime cri} in the virtual machine. */
final class Agent {
    private final Machine machine;
    private final Guest guest;
    private List<String> options = List.of();

    /**
     * Not started yet.
     *
     * @param kubeconfig as on this host; the guest knows the host by a name that its certificate has
     */
    Agent(Machine machine, Path kubeconfig) throws IOException, InterruptedException {
        this.machine = machine;
        this.guest = machine.guest();
        var text = Files.readString(kubeconfig).replace("https://127.0.0.1:", "https://kubernetes.default.svc:");
        guest.sh("cat > /root/kubeconfig << 'END'\n" + text + "\nEND");
    }

    /** Starts it; what it says goes to a file. */
    void launch(List<String> more) throws IOException, InterruptedException {
        launchCommand("node --runtime cri --kubeconfig /root/kubeconfig --node-ip 127.0.0.1 --serve 0.0.0.0:"
                + machine.kubeletPort() + " " + String.join(" ", more));
        options = List.copyOf(more);
    }

    /** Starts another command of plimsoll in its place. */
    void launchCommand(String command) throws IOException, InterruptedException {
        options = List.of();
        var vm = Machine.COMMON;
        guest.sh("""
                export PLIMSOLL_TRACE=1
                setsid %s/jre/bin/java -XX:AOTCache=%s/app/plimsoll.aot -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
                -XX:CompileThresholdScaling=10 -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-UsePerfData \
                -Xmx200m -Xlog:disable --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
                -cp "$(for jar in %s/app/lib/*.jar; do printf '%%s:' $jar; done)" dev.plimsoll.cli.Main \
                %s \
                > /tmp/agent.log 2>&1 < /dev/null &
                echo $! > /tmp/agent.pid""".formatted(vm, vm, vm, command));
    }

    void awaitSaying(String text) throws IOException, InterruptedException {
        guest.await("grep -q '" + text + "' /tmp/agent.log || ! kill -0 $(cat /tmp/agent.pid) 2> /dev/null");
        if (!log().contains(text)) throw new AssertionError("the agent ended: " + log());
    }

    /** The same options as before. */
    void restart() throws IOException, InterruptedException {
        launch(options);
        awaitSaying("node vm-node with");
    }

    boolean runsWith(List<String> wanted) throws IOException, InterruptedException {
        return options.equals(wanted) && isAlive();
    }

    boolean isAlive() throws IOException, InterruptedException {
        return guest.run("kill -0 $(cat /tmp/agent.pid)").exit() == 0;
    }

    void kill() throws IOException, InterruptedException {
        end("-9");
    }

    void stop() throws IOException, InterruptedException {
        end("-TERM");
    }

    private void end(String signal) throws IOException, InterruptedException {
        guest.run("kill " + signal + " $(cat /tmp/agent.pid)");
        guest.await("! kill -0 $(cat /tmp/agent.pid) 2> /dev/null");
    }

    String log() throws IOException, InterruptedException {
        return guest.run("cat /tmp/agent.log").output();
    }
}
