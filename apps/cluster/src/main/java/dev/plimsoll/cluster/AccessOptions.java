package dev.plimsoll.cluster;

/**
 * Who gets into a cluster without having asked for it.
 *
 * @param anonymous whether the API server answers those who show nothing
 * @param completesPods whether new pods get a service account and its token
 */
public record AccessOptions(boolean anonymous, boolean completesPods) {
    public static final AccessOptions DEFAULT = new AccessOptions(true, true);
}
