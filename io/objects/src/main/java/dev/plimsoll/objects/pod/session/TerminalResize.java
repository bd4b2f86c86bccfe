package dev.plimsoll.objects.pod.session;

import static dev.plimsoll.objects.tree.DocumentFields.integer;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Optional;

/** The message by which a client tells how large its terminal is now. */
public record TerminalResize(int width, int height) {
    /** Empty where the message says nothing that can be meant. */
    public static Optional<TerminalResize> read(byte[] message) {
        return ClientJson.read(message)
                .map(node -> new TerminalResize(integer(node, "Width", 0), integer(node, "Height", 0)))
                .filter(size -> size.width > 0 && size.height > 0);
    }

    public String text() {
        return DraftNode.empty()
                .put("Width", width)
                .put("Height", height)
                .node()
                .toString();
    }
}
