package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.runtime.Reporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Consoles of tests, and objects of their clusters. */
final class Consoles {
    static final Path PICTURES = Path.of("target/pictures");

    static final Reporter FAILING = new Reporter() {
        @Override
        public void tell(String problem) {}

        @Override
        public void defect(String where, RuntimeException exception) {
            throw new AssertionError(where, exception);
        }
    };

    private Consoles() {}

    static Browser browser(String... options) throws IOException {
        var program = Browser.program();
        Assumptions.assumeTrue(program.isPresent(), "no chromium on this machine; .ci/tools installs it");
        return Browser.start(program.get(), options);
    }

    static ConsoleServer serve(ApiClient client) throws IOException {
        return serve(client, null);
    }

    static ConsoleServer serve(ApiClient client, @Nullable Path historyOrNull) throws IOException {
        return serve(
                new ConsoleSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        Set.of(),
                        "",
                        SessionKey.random(),
                        historyOrNull,
                        ""),
                ApiUsers.only(client));
    }

    static ConsoleServer serve(ConsoleSettings settings, ApiUsers users) throws IOException {
        return ConsoleServer.start(
                settings, users, new PageCommands(InstantSource.system()), FAILING, InstantSource.system());
    }

    static void create(ApiClient client, ApiResource resource, String document) {
        if (!(new ManifestLoader().read("test", document) instanceof Loaded.Documents(var manifests)))
            throw new AssertionError(document);
        assertThat(client.create(resource, manifests.getFirst().document()).problem())
                .isEmpty();
    }
}
