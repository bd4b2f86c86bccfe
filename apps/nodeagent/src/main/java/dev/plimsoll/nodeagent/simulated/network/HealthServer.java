package dev.plimsoll.nodeagent.simulated.network;

/** A program that answers questions about its health over gRPC, which is asked and answered without HTTP/2 between the two. */
public interface HealthServer extends Server {
    boolean isServing(String service);

    @Override
    default void serve(Connection connection) {
        // Nothing else is understood: the connection is closed.
    }
}
