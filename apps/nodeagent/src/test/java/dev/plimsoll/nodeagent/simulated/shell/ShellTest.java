package dev.plimsoll.nodeagent.simulated.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.GeneratedFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: shell
/** What scripts print and how they end; one row for each thing that a shell does. */
class ShellTest {
    private final List<Duration> slept = new ArrayList<>();
    private final FileTree files = new FileTree();

    ShellTest() {
        var root = new MemoryFiles(() -> 1 << 20);
        root.put("tmp", new FileEntry.Directory(0_777));
        root.put(
                "etc/app.conf", new FileEntry.Regular(0_644, () -> "a=1\nb=2\nc=3\n".getBytes(StandardCharsets.UTF_8)));
        files.mount(new FileTree.Mount("/", "overlay", "overlay", "rw", root, 0));
        files.mount(new FileTree.Mount(
                "/sys/fs/cgroup",
                "cgroup",
                "cgroup2",
                "ro",
                new GeneratedFiles().line("cpu.max", () -> "3000 100000"),
                0));
        var devices = new MemoryFiles(() -> 0);
        devices.put("null", new FileEntry.Device(0_666, false));
        devices.put("zero", new FileEntry.Device(0_666, true));
        files.mount(new FileTree.Mount("/dev", "tmpfs", "tmpfs", "rw", devices, 0));
    }

    private record Ended(int code, String out, String err) {}

    private Ended run(String input, String... command) throws Exception {
        var time = new ShellHost.Time() {
            @Override
            public Instant now() {
                return Instant.parse("2026-01-02T03:04:05Z");
            }

            @Override
            public void sleep(Duration duration) {
                slept.add(duration);
            }
        };
        var host = new ShellHost(
                files,
                Map.of("NAME", "web", "EMPTY", ""),
                "web-0",
                ShellHost.User.ROOT,
                4,
                8L << 30,
                () -> 1L << 30,
                time,
                List.of("app"));
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        var code = new ShellSession(host).run(List.of(command), in, out, err, false);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "echo one; echo two ~ one|two ~ 0",
                "echo a   b 'c   d' ~ a b c   d ~ 0",
                "echo \"$NAME\" '$NAME' ${NAME}x ${NONE:-other} ~ web $NAME webx other ~ 0",
                "true && echo yes || echo no ~ yes ~ 0",
                "false && echo yes || echo no ~ no ~ 0",
                "! true || echo turned ~ turned ~ 0",
                "exit 7; echo never ~ `` ~ 7",
                "false; echo $? ~ 1 ~ 0",
                "(exit 3); echo $? ~ 3 ~ 0",
                "X=1; (X=2); echo $X ~ 1 ~ 0",
                "X=5 printenv X; echo \"[$X]\" ~ 5|[] ~ 0",
                "cat /etc/app.conf | grep -v b | wc -l ~ 2 ~ 0",
                "head -n 1 /sys/fs/cgroup/cpu.max ~ 3000 100000 ~ 0",
                "echo x > /tmp/f && echo y >> /tmp/f && cat /tmp/f ~ x|y ~ 0",
                "wc -c < /etc/app.conf ~ 12 ~ 0",
                "echo to nobody > /dev/null ~ `` ~ 0",
                "ls /nowhere 2>&1 ~ ls: /nowhere: No such file or directory ~ 1",
                "echo $(echo inner; echo more) ~ inner more ~ 0",
                "for x in a b; do echo $x; done ~ a|b ~ 0",
                "if test -f /etc/app.conf; then echo file; else echo none; fi ~ file ~ 0",
                "if [ 2 -gt 3 ]; then echo more; elif [ a = a ]; then echo same; fi ~ same ~ 0",
                "i=x; while [ $i != xxx ]; do i=x$i; done; echo $i ~ xxx ~ 0",
                "ls /etc/*.conf ~ /etc/app.conf ~ 0",
                "echo '/etc/*.conf' ~ /etc/*.conf ~ 0",
                "find / -name 'cpu.*' -o -name app.conf ~ /etc/app.conf|/sys/fs/cgroup/cpu.max ~ 0",
                "mount -t cgroup2 ~ cgroup on /sys/fs/cgroup type cgroup2 (ro) ~ 0",
                "echo 1 > /sys/fs/cgroup/cpu.max ~ `` ~ 1",
                "cut -d = -f 2 /etc/app.conf | sort -r ~ 3|2|1 ~ 0",
                "printf '%s-%d\\n' a 1 b 2 ~ a-1|b-2 ~ 0",
                "hostname; nproc; id -u; date +%F ~ web-0|4|0|2026-01-02 ~ 0",
                "cd /tmp; pwd; mkdir -p a/b; touch a/b/c; find . -type f ~ /tmp|./a/b/c ~ 0",
                "unknown-command ~ `` ~ 127",
                "/bin/cat /sys/fs/cgroup/cpu.max ~ 3000 100000 ~ 0",
                "/opt/cat x ~ `` ~ 127",
                "i=0; while true; do i=$((i+1)); if [ $i = 2 ]; then continue; fi; [ $i -gt 3 ] && break; echo $i; done ~ 1|3 ~ 0",
                "for a in 1 2; do for b in x y; do break 2; done; done; echo $a$b ~ 1x ~ 0",
                "echo $((2 + 3 * (4 - 1))) $((7 / 2)) $((7 % 2)) $((1 < 2)) ~ 11 3 1 1 ~ 0",
                "N=4; echo $((N*2)) $(($N-1)) ~ 8 3 ~ 0",
                "set -e; false; echo never ~ `` ~ 1",
                "set -e; if false; then echo no; fi; false || true; ! true; echo on ~ on ~ 0",
                "trap 'echo bye' EXIT; echo hi; exit 4 ~ hi|bye ~ 4",
                "timeout 5 sh -c 'echo a; sleep 9; echo b' ~ a ~ 143",
                "timeout 5 echo quick ~ quick ~ 0",
                "ip link add dummy0 type dummy 2>&1 ~ ip: RTNETLINK answers: Operation not permitted ~ 1",
                "ip addr | grep -c inet ~ 2 ~ 0",
                "sysctl kernel.none 2>&1 ~ sysctl: error: 'kernel.none' is an unknown key ~ 1",
                "mount | grep cgroup2 | cut -d ' ' -f 3 ~ /sys/fs/cgroup ~ 0",
                "echo 'not ended ~ `` ~ 2",
                "echo a | ~ `` ~ 2",
                "if true; then echo x ~ `` ~ 2"
            })
    void scripts(String script, String printed, int code) throws Exception {
        var ended = run("", "sh", "-c", script);
        assertThat(ended.out().stripTrailing().replace('\n', '|')).isEqualTo(printed);
        assertThat(ended.code()).isEqualTo(code);
    }

    @Test
    void anUnknownCommandIsToldInOneLine() throws Exception {
        assertThat(run("", "python3")).isEqualTo(new Ended(127, "", "sh: python3: not found\n"));
    }

    @Test
    void aShellReadsItsScript() throws Exception {
        assertThat(run("echo one\nif true\nthen echo two\nfi\nexit 5\necho never\n", "sh"))
                .isEqualTo(new Ended(5, "one\ntwo\n", ""));
    }

    @Test
    void sleepWaitsOnTheClockThatItIsGiven() throws Exception {
        assertThat(run("", "sh", "-c", "sleep 1.5; sleep 2m").code()).isZero();
        assertThat(slept).containsExactly(Duration.ofMillis(1500), Duration.ofMinutes(2));
    }

    @Test
    void aLoopThatNeverWaitsIsMadeToWait() throws Exception {
        run("", "sh", "-c", "i=0; while [ $i -lt 25000 ]; do i=$((i+1)); done");
        assertThat(slept).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            value = {
                "sleep 30 ~ PT30S",
                "/bin/sleep 1m ~ PT1M",
                "sh -c `sleep 5` ~ PT5S",
                "sh -c `exec sleep 5` ~ PT5S",
                "sh -c `sleep $N` ~ none",
                "sh -c `sleep 5; echo x` ~ none",
                "sh -c `sleep 5 && true` ~ none",
                "tail -f /dev/null ~ PT240000H",
                "sleep infinity ~ PT240000H",
                "sh -c `while true; do sleep 1; done` ~ PT240000H",
                "sh -c `while true; do sleep 0; done` ~ none",
                "sh -c `while true; do date; sleep 1; done` ~ none",
                "sh -c `trap exit TERM; sleep 5` ~ none",
                "sleep x ~ none",
                "server ~ none"
            })
    void whatOnlyWaitsNeedNotBeRun(String command, String wait) {
        var words = command.contains("`")
                ? List.of("sh", "-c", command.substring(command.indexOf('`') + 1, command.length() - 1))
                : List.of(command.split(" ", -1));
        assertThat(PureWait.of(words).map(Duration::toString).orElse("none")).isEqualTo(wait);
    }

    @Test
    void whatTarPacksItUnpacks() throws Exception {
        var deep = "d".repeat(120);
        assertThat(run(
                        "",
                        "sh",
                        "-c",
                        "mkdir -p /tmp/in/" + deep + " && echo x > /tmp/in/" + deep
                                + "/f && tar cf /tmp/a.tar -C /tmp in"
                                + " && mkdir /tmp/out && tar xf /tmp/a.tar -C /tmp/out && cat /tmp/out/in/" + deep
                                + "/f"))
                .isEqualTo(new Ended(0, "x\n", ""));
    }

    @Test
    void nothingIsUnpackedOutsideTheDirectory() throws Exception {
        var archive = new ByteArrayOutputStream();
        var header = new byte[512];
        System.arraycopy("../../etc/evil".getBytes(StandardCharsets.US_ASCII), 0, header, 0, 14);
        System.arraycopy("00000000000".getBytes(StandardCharsets.US_ASCII), 0, header, 124, 11);
        header[156] = '0';
        archive.write(header);
        archive.write(new byte[1024]);
        files.write("/tmp/evil.tar", archive.toByteArray(), 0_644);
        assertThat(run("", "tar", "xf", "/tmp/evil.tar", "-C", "/tmp").code()).isEqualTo(1);
        assertThat(files.find("/etc/evil")).isEmpty();
    }

    @Test
    void zerosTakeRoomAndNoMemory() throws Exception {
        var volume = new MemoryFiles(() -> 64L << 20);
        files.mount(new FileTree.Mount("/cache", "tmpfs", "tmpfs", "rw", volume, 64L << 20));
        assertThat(run("", "dd", "if=/dev/zero", "of=/cache/large", "bs=1M", "count=60")
                        .code())
                .isZero();
        assertThat(volume.usedBytes()).isEqualTo(60L << 20);
        assertThat(run("", "dd", "if=/dev/zero", "of=/cache/more", "bs=1M", "count=5")
                        .err())
                .contains("No space left on device");
        assertThat(run("", "df", "-m", "/cache").out()).contains(" 64 ").contains(" 60 ");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "mounttest --file_content=/etc/app.conf ~ content of file \"/etc/app.conf\": a=1|b=2|c=3||",
                "mounttest --file_mode=/etc/app.conf ~ mode of file \"/etc/app.conf\": -rw-r--r--|",
                "mounttest --file_mode=/tmp ~ mode of file \"/tmp\": drwxrwxrwx|",
                "mounttest --file_perm=/tmp ~ perms of file \"/tmp\": -rwxrwxrwx|",
                "mounttest --fs_type=/dev/null ~ mount type of \"/dev/null\": tmpfs|",
                "mounttest --new_file_0660=/tmp/f --file_perm=/tmp/f ~ content of file \"/tmp/f\": mount-tester new file||perms of file \"/tmp/f\": -rw-rw----|",
                "entrypoint-tester a b ~ [/agnhost entrypoint-tester a b]|",
            })
    void agnhostTellsOfTheContainer(String command, String printed) throws Exception {
        var ended = run("", ("/agnhost " + command).split(" "));
        assertThat(ended.out()).isEqualTo(printed.replace('|', '\n'));
        assertThat(ended.code()).isZero();
    }

    @Test
    void agnhostComplainsOfWhatIsNotThere() throws Exception {
        var ended = run("", "/agnhost", "mounttest", "--file_content=/nothing");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEqualTo("error reading file content for \"/nothing\": No such file or directory\n");
        assertThat(run("", "/agnhost", "connect", "10.0.0.1:80").code()).isEqualTo(1);
    }

    @Test
    void agnhostGeneratesAsManyLinesAsItIsTold() throws Exception {
        var ended = run("", "/agnhost", "logs-generator", "--log-lines-total", "10", "--run-duration", "5s");
        assertThat(ended.out().lines()).hasSize(10);
        assertThat(ended.out().lines().toList().get(3)).startsWith("2026-01-02T03:04:05Z 3 ");
        assertThat(slept).hasSize(10).containsOnly(Duration.ofMillis(500));
    }
}
