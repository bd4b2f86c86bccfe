package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that apply to one object which is not there yet: one makes it, the others change what it made. */
@Timeout(120)
class ConcurrentApplyTest {
    private static final int CLIENTS = 8;
    private static final int OBJECTS = 25;

    @Test
    @DisplayName("nobody is told that the object already exists, and what everybody applied is there")
    void everybodyIsServed() throws Exception {
        try (var server = new TestServer();
                var threads = Executors.newFixedThreadPool(CLIENTS)) {
            for (var i = 0; i < OBJECTS; i++) {
                var path = "/api/v1/namespaces/default/configmaps/m" + i;
                var applies = new ArrayList<Callable<Integer>>();
                for (var c = 0; c < CLIENTS; c++) {
                    var client = "c" + c;
                    applies.add(() -> server.patch(
                                    "apply-patch+yaml", path + "?fieldManager=" + client, """
                                    {"apiVersion":"v1","kind":"ConfigMap","data":{"%s":"1"}}""".formatted(client))
                            .status());
                }
                var codes = new ArrayList<Integer>();
                for (var answer : threads.invokeAll(applies)) codes.add(answer.get());
                assertThat(codes).containsOnlyOnce(201).containsOnly(200, 201);
                assertThat(server.get(path).json().path("data")).hasSize(CLIENTS);
            }
        }
    }
}
