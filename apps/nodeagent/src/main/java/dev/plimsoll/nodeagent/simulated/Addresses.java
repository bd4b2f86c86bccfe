package dev.plimsoll.nodeagent.simulated;

import java.util.BitSet;

/** Addresses of the pods of one node: 10.x.y.1 to 10.x.y.254, where x and y are the node's. */
final class Addresses {
    private static final int MOST = 254;

    private final String prefix;
    private final BitSet taken = new BitSet(MOST + 1);

    private int last;

    Addresses(int nodeIndex) {
        prefix = "10." + ((nodeIndex >> 8) & 0xff) + "." + (nodeIndex & 0xff) + ".";
        taken.set(0);
    }

    /** A free one; the last one again and again when all are taken, which no node with less than 254 pods sees. */
    String take() {
        var next = taken.nextClearBit(last + 1);
        // An address is given again as late as possible: somebody may still have it as that of a pod that is gone.
        var free = Math.min(next > MOST ? taken.nextClearBit(1) : next, MOST);
        taken.set(free);
        last = free;
        return prefix + free;
    }

    void take(String address) {
        number(address, taken::set);
    }

    void give(String address) {
        number(address, taken::clear);
    }

    private void number(String address, java.util.function.IntConsumer use) {
        if (!address.startsWith(prefix)) return;
        use.accept(Integer.parseInt(address.substring(prefix.length())));
    }
}
