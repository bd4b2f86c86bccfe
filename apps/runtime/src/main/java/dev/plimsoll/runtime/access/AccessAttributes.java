package dev.plimsoll.runtime.access;

import java.util.List;

/** What a caller would like to do, in the words of the API. */
public sealed interface AccessAttributes {
    String verb();

    /** In the form of a kubelet's refusal. */
    String described(String user);

    /** Something of a node. Whoever may use any of the subresources may have it: fine ones first, then {@code proxy}. */
    record OfNode(String verb, String node, List<String> subresources) implements AccessAttributes {
        public OfNode {
            subresources = List.copyOf(subresources);
        }

        @Override
        public String described(String user) {
            return "user=" + user + ", verb=" + verb + ", resource=nodes, subresource(s)=["
                    + String.join(" ", subresources) + "]";
        }
    }

    /** A path of the process as a whole, which is no resource. */
    record OfPath(String verb, String path) implements AccessAttributes {
        @Override
        public String described(String user) {
            return "user=" + user + ", verb=" + verb + ", path=" + path;
        }
    }
}
