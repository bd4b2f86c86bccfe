package dev.plimsoll.apiserver.inprocess;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.ResourceList;
import java.util.Optional;

/** What a reply says to a client of the same process: stored objects are handed over, anything else is read from its bytes. */
record HandedContent(ApiReply.Whole whole, RecentDocuments recent) implements Reply.Content {
    @Override
    public byte[] bytes() {
        return ApiReply.Part.joined(whole.parts());
    }

    @Override
    public Optional<ObjectNode> document() {
        return whole.shown() instanceof ApiReply.Shown.One(var object)
                ? Optional.of(recent.of(object).deepCopy())
                : Reply.Content.super.document();
    }

    @Override
    public Optional<ResourceList> list(ApiResource resource) {
        return whole.shown() instanceof ApiReply.Shown.Listed(var objects, var revision, var next)
                ? Optional.of(new ResourceList(
                        objects.stream().<ObjectNode>map(recent::of).toList(), Long.toString(revision), next))
                : Reply.Content.super.list(resource);
    }
}
