package dev.plimsoll.console.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** An API server that lists pods by one name and cannot be reached for anything else: all else is told to the caches by the test. */
final class AnsweredLists {
    private static final Pattern ONE_POD =
            Pattern.compile("/api/v1/namespaces/([a-z]+)/pods\\?.*fieldSelector=metadata\\.name=([a-z0-9]+).*");

    private final Map<ObjectName, ObjectNode> pods;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> resources = new LinkedBlockingQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Semaphore answered = new Semaphore(0);

    AnsweredLists(Map<ObjectName, ObjectNode> pods) {
        this.pods = pods;
    }

    static ApiClient none() {
        return new AnsweredLists(Map.of()).client();
    }

    ApiClient client() {
        var time = Time.system();
        return ApiClient.over(
                new Transport() {
                    @Override
                    public Reply send(ClientRequest request) throws IOException {
                        return answer(request);
                    }

                    @Override
                    public Streamed open(ClientRequest request) throws IOException {
                        throw new IOException("no network");
                    }

                    @Override
                    public void close() {}
                },
                "test/1",
                TokenBucket.unlimited(time),
                time);
    }

    private Reply answer(ClientRequest request) throws IOException {
        resources.add(request.target().replaceAll("\\?.*", ""));
        var asked = ONE_POD.matcher(URLDecoder.decode(request.target(), StandardCharsets.UTF_8));
        if (!request.method().equals("GET") || !asked.matches()) throw new IOException("no network");
        var name = new ObjectName(asked.group(1), asked.group(2));
        names.add(name.toString());
        count.incrementAndGet();
        var list = ClientJson.object().put("apiVersion", "v1").put("kind", "PodList");
        list.putObject("metadata").put("resourceVersion", "1");
        var items = list.putArray("items");
        var pod = pods.get(name);
        if (pod != null) items.add(pod);
        answered.release();
        return new Reply(200, Map.of("content-type", "application/json"), ClientJson.bytes(list));
    }

    /** The paths of lists, one after the other, those that are asked for again included. */
    BlockingQueue<String> paths() {
        return resources;
    }

    Set<String> names() {
        return Set.copyOf(names);
    }

    int answers() {
        return count.get();
    }

    void awaitAnswers(int many) throws InterruptedException {
        answered.acquire(many);
    }
}
