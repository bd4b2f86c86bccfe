package dev.plimsoll.apiserver;

import dev.plimsoll.store.embedded.EmbeddedStore;
import java.nio.file.Path;

/** A server that writes objects of its own or of a defined kind until it is killed, and says what was acknowledged. */
final class WritingServer {
    private WritingServer() {}

    public static void main(String... arguments) {
        var server = TestServer.on(EmbeddedStore.open(Path.of(arguments[0])));
        var defined = arguments[2].equals("widgets");
        if (defined && server.get(Widgets.DEFINITIONS + "/widgets.example.com").status() == 404) {
            Widgets.define(server, Widgets.DEFINITION);
        }
        for (var client = 0; client < 8; client++) {
            var prefix = arguments[1] + "-" + client + "-";
            Thread.ofVirtual().start(() -> write(server, prefix, defined));
        }
        while (true) java.util.concurrent.locks.LockSupport.park();
    }

    private static void write(TestServer server, String prefix, boolean defined) {
        for (var i = 0; ; i++) {
            var name = prefix + i;
            var made = defined
                    ? server.post(Widgets.OBJECTS, Widgets.widget(name, "{\"color\":\"red\"}"))
                    : server.post(
                            "/api/v1/namespaces/default/configmaps",
                            "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"k\":\"" + "x".repeat(500) + "\"}}");
            if (made.status() != 201) throw new IllegalStateException(made.text());
            var version = made.json().path("metadata").path("resourceVersion").asText();
            synchronized (WritingServer.class) {
                System.out.println(name + " " + version + " .");
            }
        }
    }
}
