package dev.plimsoll.testkit.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Waits for documents in the process of the cluster; whether one is as expected is decided here. */
final class DocumentWait {
    private final ClusterCalls calls;
    private final Duration patience;

    DocumentWait(ClusterCalls calls, Duration patience) {
        this.calls = calls;
        this.patience = patience;
    }

    DocumentWait within(Duration changed) {
        return new DocumentWait(calls, changed);
    }

    private String[] message(ApiResource resource, ObjectName object) {
        var message = new ArrayList<>(resource.message());
        message.addAll(List.of(object.namespace(), object.name(), patience.toString()));
        return message.toArray(String[]::new);
    }

    ApiDocument forOne(ApiResource resource, ObjectName object, Predicate<ApiDocument> condition) {
        if (object.name().isEmpty())
            throw new IllegalArgumentException("the name of the " + resource.kind() + " is empty");
        return ApiDocument.parse(
                calls.askWith(condition, "await", message(resource, object)).get(0));
    }

    ApiDocument forAny(ApiResource resource, String namespace, Predicate<ApiDocument> condition) {
        return ApiDocument.parse(calls.askWith(condition, "await", message(resource, new ObjectName(namespace, "")))
                .get(0));
    }

    void untilGone(ApiResource resource, ObjectName object) {
        calls.tell("awaitGone", message(resource, object));
    }

    List<ApiDocument> events(ApiResource resource, ObjectName object) {
        return calls.ask("events", message(resource, object)).stream()
                .map(ApiDocument::parse)
                .toList();
    }

    /** @param assertion its name, and what it was given */
    void assertPod(ObjectName pod, String... assertion) {
        calls.tell("assertPod", aboutPod(pod, assertion));
    }

    void podEvent(ObjectName pod, String reason) {
        calls.tell("podEvent", aboutPod(pod, reason));
    }

    private String[] aboutPod(ObjectName pod, String... more) {
        var message = new ArrayList<>(List.of(pod.namespace(), pod.name(), patience.toString()));
        message.addAll(List.of(more));
        return message.toArray(String[]::new);
    }
}
