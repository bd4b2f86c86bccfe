package dev.plimsoll.kinds.flowcontrol;

/**
 * The queues of a level.
 *
 * @param queues 0 if whoever cannot be answered now is turned away
 * @param handSize of how many queues a flow may use the emptiest
 * @param queueLength how many requests may wait in one
 */
public record QueuingConfiguration(int queues, int handSize, int queueLength) {
    public static final QueuingConfiguration NONE = new QueuingConfiguration(0, 0, 0);

    public QueuingConfiguration {
        // More cannot be told apart by one hash, and would only take memory.
        queues = Math.min(queues, 4096);
        handSize = Math.min(handSize, queues);
    }
}
