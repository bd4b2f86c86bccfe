/** What nodes and pods use, told to the API as {@code metrics.k8s.io}: {@code kubectl top} and autoscalers read it there. */
@NullMarked
package dev.plimsoll.nodeagent.usage;

import org.jspecify.annotations.NullMarked;
