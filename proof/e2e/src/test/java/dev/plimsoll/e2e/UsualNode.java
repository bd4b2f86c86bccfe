package dev.plimsoll.e2e;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of a node whose agent has the usual options. Each test leaves it without pods. */
@Timeout(600)
@ExtendWith(OnRealNode.class)
interface UsualNode {
    @BeforeEach
    default void serve(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
    }

    @AfterEach
    default void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }
}
