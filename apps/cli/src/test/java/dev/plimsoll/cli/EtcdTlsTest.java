package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An API server on an etcd that speaks TLS and asks for client certificates. */
// Acceptance of production: etcd-later, etcd-connection, authority, store-commands
@Tag(ProgramCommand.TAG)
@Timeout(120)
class EtcdTlsTest extends CommandLineTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("flags that do not fit together are refused with the flag that is missing or wrong")
    void flags() throws Exception {
        var file = Files.writeString(folder.resolve("file.pem"), "x").toString();
        for (var address : List.of("nonsense", "http://127.0.0.1", "ftp://127.0.0.1:1")) {
            assertRefused("--etcd " + address + ": must be of the form http://host:port", "--etcd", address);
            for (var command : List.of("store check", "up"))
                assertThat(run((command + " --etcd " + address).split(" ", -1)).errors())
                        .contains("must be of the form http://host:port");
        }
        assertRefused("needs --etcd-cafile", "--etcd", "https://127.0.0.1:1");
        assertRefused("need --etcd with https://", "--etcd", "http://127.0.0.1:1", "--etcd-cafile", file);
        assertRefused(
                "are given together", "--etcd", "https://127.0.0.1:1", "--etcd-cafile", file, "--etcd-certfile", file);
        assertRefused(
                "--etcd-cafile " + folder + "/none: cannot be read",
                "--etcd",
                "https://127.0.0.1:1",
                "--etcd-cafile",
                folder + "/none");
        assertRefused("certificates for etcd cannot be used", "--etcd", "https://127.0.0.1:1", "--etcd-cafile", file);
    }

    @Test
    @DisplayName(
            "the right certificates connect; a wrong authority, a missing and a foreign client certificate are named at once")
    void certificates() throws Exception {
        Assumptions.assumeTrue(etcd().isPresent(), "no etcd on the PATH");
        var now = Instant.now();
        var authority = Authority.create("etcd-ca", now);
        var other = Authority.create("other-ca", now);
        var loopback = List.of(InetAddress.ofLiteral("127.0.0.1"));
        var ca = pem("ca.crt", Pem.of(authority.certificate()));
        var otherCa = pem("other.crt", Pem.of(other.certificate()));
        var server = files("server", authority.server("etcd", List.of("localhost"), loopback, now));
        var client = files("client", authority.client("plimsoll", List.of(), now));
        var foreign = files("foreign", other.client("plimsoll", List.of(), now));
        var url = "https://127.0.0.1:" + freePort();
        var process = started(url, ca, server);
        try {
            try (var program = Program.start(arguments(url, ca, client))) {
                program.awaitSaying("serving on");
                assertThat(program.stop()).isIn(0, 143);
            }
            anotherAuthority(url, ca, client);
            backups(url, ca, client);
            assertRefused("TLS connection to etcd is refused", "--etcd", url, "--etcd-cafile", otherCa);
            assertRefused("TLS connection to etcd is refused", "--etcd", url, "--etcd-cafile", ca);
            assertRefused(
                    "TLS connection to etcd is refused",
                    "--etcd",
                    url,
                    "--etcd-cafile",
                    ca,
                    "--etcd-certfile",
                    foreign[0],
                    "--etcd-keyfile",
                    foreign[1]);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    @DisplayName(
            "a server that is started before etcd says what it waits for, serves when etcd is there, and can be told to end")
    void etcdComesLater() throws Exception {
        Assumptions.assumeTrue(etcd().isPresent(), "no etcd on the PATH");
        var now = Instant.now();
        var authority = Authority.create("etcd-ca", now);
        var ca = pem("ca.crt", Pem.of(authority.certificate()));
        var loopback = List.of(InetAddress.ofLiteral("127.0.0.1"));
        var server = files("server", authority.server("etcd", List.of("localhost"), loopback, now));
        var client = files("client", authority.client("plimsoll", List.of(), now));
        var url = "https://127.0.0.1:" + freePort();
        try (var impatient = Program.start(arguments(url, ca, client))) {
            assertThat(impatient.awaitSaying("waiting for")).contains("etcd at " + url + ": etcd did not answer");
            assertThat(impatient.stop()).isIn(0, 143);
        }
        try (var program = Program.start(arguments(url, ca, client))) {
            program.awaitSaying("waiting for etcd");
            var process = started(url, ca, server);
            try {
                program.awaitSaying("serving on");
                assertThat(program.stop()).isIn(0, 143);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** The first server on a prefix keeps its authority; others are refused there, and welcome on a prefix of their own. */
    private void anotherAuthority(String url, String ca, String[] client) throws Exception {
        try (var program = Program.start(with(arguments(url, ca, client), "--data", folder + "/one"))) {
            program.awaitSaying("serving on");
            var etcd = List.of(arguments(url, ca, client))
                    .subList(5, arguments(url, ca, client).length)
                    .toArray(String[]::new);
            assertRefused("cluster with another certificate authority", with(etcd, "--data", folder + "/two"));
            assertRefused("give --data DIR with a copy of the folder pki", etcd);
            try (var elsewhere = Program.start(
                    with(arguments(url, ca, client), "--data", folder + "/two", "--etcd-prefix", "elsewhere/"))) {
                elsewhere.awaitSaying("serving on");
                assertThat(elsewhere.stop()).isIn(0, 143);
            }
            assertThat(program.stop()).isIn(0, 143);
        }
    }

    /** What the first server wrote is backed up, comes back under another prefix, and is served from there. */
    private void backups(String url, String ca, String[] client) throws Exception {
        var etcd = List.of(arguments(url, ca, client))
                .subList(5, arguments(url, ca, client).length)
                .toArray(String[]::new);
        var file = folder.resolve("backup").toString();
        assertSaid("keys, revision", store(etcd, "check"));
        assertSaid("read back and proven whole", store(etcd, "backup", file));
        assertThat(run(with(new String[] {"store", "restore", "--from", file}, etcd))
                        .errors())
                .contains("restore into an empty one");
        var other = with(etcd, "--etcd-prefix", "restored/");
        assertSaid("keys, at revision", store(other, "restore", "--from", file));
        assertSaid("bytes now", store(etcd, "compact"));
        assertThat(run(with(new String[] {"store", "salvage"}, etcd)).errors()).contains("use plimsoll store restore");
        try (var program = Program.start(
                with(arguments(url, ca, client), "--etcd-prefix", "restored/", "--data", folder + "/one"))) {
            program.awaitSaying("serving on");
            assertThat(program.stop()).isIn(0, 143);
        }
    }

    private static String[] store(String[] etcd, String... command) {
        return with(with(new String[] {"store"}, command), etcd);
    }

    private static void assertSaid(String text, String[] arguments) {
        var ran = run(arguments);
        assertThat(ran.exit()).as(ran.errors()).isZero();
        assertThat(ran.out()).contains(text);
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    private static String[] arguments(String url, String ca, String[] client) {
        return new String[] {
            "apiserver",
            "--port",
            "0",
            "--admin-token",
            "t",
            "--etcd",
            url,
            "--etcd-cafile",
            ca,
            "--etcd-certfile",
            client[0],
            "--etcd-keyfile",
            client[1]
        };
    }

    private static void assertRefused(String text, String... flags) {
        var arguments = new ArrayList<>(List.of("apiserver", "--port", "0", "--admin-token", "t"));
        arguments.addAll(List.of(flags));
        var ran = run(arguments.toArray(String[]::new));
        assertThat(ran.errors()).contains(text);
        assertThat(ran.exit()).isEqualTo(2);
    }

    private Process started(String url, String ca, String[] server) throws IOException {
        var peer = "http://127.0.0.1:" + freePort();
        return new ProcessBuilder(
                        etcd().orElseThrow().toString(),
                        "--name=one",
                        "--data-dir=" + folder.resolve("etcd"),
                        "--listen-client-urls=" + url,
                        "--advertise-client-urls=" + url,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=one=" + peer,
                        "--client-cert-auth",
                        "--trusted-ca-file=" + ca,
                        "--cert-file=" + server[0],
                        "--key-file=" + server[1])
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("etcd.log").toFile())
                .start();
    }

    private String[] files(String name, Authority.Identity identity) throws IOException {
        return new String[] {
            pem(name + ".crt", Pem.of(identity.certificate())), pem(name + ".key", Pem.of(identity.key()))
        };
    }

    private String pem(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static Optional<Path> etcd() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, "etcd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
