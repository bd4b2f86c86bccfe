package dev.plimsoll.core.topology.hints;

import java.util.List;

/**
 * Which members of a family are preferred: those of the smallest size that could ever do, and, where sockets are aligned,
 * those that touch as few sockets as that size needs.
 *
 * @param size the preferred number of nodes
 * @param sockets the preferred number of sockets; 0 where sockets do not count
 * @param socketNodes for each socket the bits of its nodes
 */
public record Preference(int size, int sockets, List<Long> socketNodes) {
    public Preference {
        socketNodes = List.copyOf(socketNodes);
    }

    public static Preference ofSize(int size) {
        return new Preference(size, 0, List.of());
    }

    boolean isMet(long mask) {
        return Long.bitCount(mask) == size || (sockets > 0 && socketsTouched(mask) == sockets);
    }

    boolean dependsOnSizeOnly() {
        return sockets == 0;
    }

    int socketsTouched(long mask) {
        var touched = 0;
        for (var nodes : socketNodes) {
            if ((nodes & mask) != 0) touched++;
        }
        return touched;
    }
}
