package dev.plimsoll.cluster;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;

/** One journal in the words of each part of the cluster. */
final class Listeners {
    private Listeners() {}

    /** Of nodes: their own reports, and what they find in the pods that they follow. */
    static final class OfNodes implements dev.plimsoll.nodeagent.NodeReporter, Observer {
        private final ClusterLog journal;

        OfNodes(ClusterLog journal) {
            this.journal = journal;
        }

        @Override
        public void tell(String problem) {
            journal.tell(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            journal.defect(where, exception);
        }

        @Override
        public void unreadable(ObjectName name, String why) {
            journal.tell(name + " cannot be read and is left alone: " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            journal.tell(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            journal.defect("while following objects", exception);
        }
    }

    static dev.plimsoll.scheduler.SchedulerReporter ofScheduler(ClusterLog journal) {
        return new dev.plimsoll.scheduler.SchedulerReporter() {
            @Override
            public void tell(String problem) {
                journal.tell("scheduler: " + problem);
            }

            @Override
            public void defect(String where, RuntimeException exception) {
                journal.defect("scheduler, " + where, exception);
            }
        };
    }

    static dev.plimsoll.controllers.loop.ControllerReporter ofControllers(ClusterLog journal) {
        return new dev.plimsoll.controllers.loop.ControllerReporter() {
            @Override
            public void trouble(String where, String problem) {
                journal.tell(where + ": " + problem);
            }

            @Override
            public void defect(String where, RuntimeException exception) {
                journal.defect(where, exception);
            }
        };
    }
}
