/** ControllerRevision: which revisions of a template there are to be. */
@NullMarked
package dev.plimsoll.core.workloads.revision;

import org.jspecify.annotations.NullMarked;
