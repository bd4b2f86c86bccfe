package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The verbs of the Kubernetes API over documents. Subresources are reached with {@link ApiResource#sub}.
 *
 * <p>Calls block, from any thread. What the server asks to try later (429, or 5xx with Retry-After) is tried again a few times
 * before it is an outcome; everything else is an outcome at once.
 */
public interface ApiClient {
    RequestResult<ObjectNode> get(ApiResource resource, ObjectName object);

    /** One page. */
    RequestResult<ResourceList> list(ApiResource resource, ObjectSelection selection, Page page);

    /** Creates in the namespace that the object names. */
    RequestResult<ObjectNode> create(ApiResource resource, ObjectNode object);

    /** Creates below an object: a binding, an eviction, a token. */
    RequestResult<ObjectNode> create(ApiResource subresource, ObjectName parent, ObjectNode object);

    /** Replaces the object that the document names, if its resourceVersion is still the one in the document. */
    RequestResult<ObjectNode> update(ApiResource resource, ObjectNode object);

    RequestResult<ObjectNode> patch(ApiResource resource, ObjectName object, Patch patch);

    /** Deletes; the object in its last state, or a Status. */
    RequestResult<ObjectNode> delete(ApiResource resource, ObjectName object, DeleteOptions options);

    /**
     * Follows a selection, with bookmarks.
     *
     * @param resourceVersion events after it
     * @param atMost after which the server ends the watch by itself
     */
    RequestResult<WatchStream> watch(
            ApiResource resource, ObjectSelection selection, String resourceVersion, Duration atMost);

    /** A document that belongs to no resource: {@code /version}, or what a group has ({@code /apis/apps/v1}). */
    RequestResult<ObjectNode> document(String path);

    /** A page that is no document, such as {@code /metrics}. */
    RequestResult<String> page(String path);

    /** The same client whose writes the server checks, admits and answers, but does not keep. */
    ApiClient dryRun();

    /** The same client for requests that may take no longer than this, waiting for the server to be ready included. */
    ApiClient within(Duration timeout);

    /** All objects, page by page; a token that expired meanwhile leads to one list without pages. */
    default RequestResult<ResourceList> listAll(ApiResource resource, ObjectSelection selection, int pageSize) {
        return ListPages.all(this, resource, selection, pageSize);
    }

    /**
     * Reads a list of which nobody wants to hold all documents at once; its version is the outcome.
     *
     * @param taken is given one page after the other
     * @param anew is called where a page has expired and all of it comes once more
     */
    default RequestResult<String> listEach(
            ApiResource resource,
            ObjectSelection selection,
            int pageSize,
            Consumer<List<ObjectNode>> taken,
            Runnable anew) {
        return ListPages.each(this, resource, selection, pageSize, taken, anew);
    }

    /**
     * A client that talks over a transport, which stays open.
     *
     * @param userAgent names the program; the part before the first slash owns the fields that it writes
     */
    static ApiClient over(Transport transport, String userAgent, TokenBucket limit, Time time) {
        return new DocumentClient(transport, userAgent, limit, time, DocumentClient.TIMEOUT);
    }
}
