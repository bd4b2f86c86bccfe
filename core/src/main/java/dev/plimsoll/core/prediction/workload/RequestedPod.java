package dev.plimsoll.core.prediction.workload;

/**
 * A pod that a controller makes.
 *
 * @param workload the id of the workload
 * @param controller uid of the object that will control it
 * @param template which of the workload's templates: the name of a replica set, a revision, a hash; empty where there is only one
 * @param target the node that it is made for; empty for any
 * @param like uid of the pod that it takes the place of, where no template is known; otherwise empty
 */
public record RequestedPod(
        String workload, String controller, String template, String name, String target, String like) {}
