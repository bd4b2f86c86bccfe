/** What keeps pods: deployments, sets, jobs and their revisions. */
@NullMarked
package dev.plimsoll.objects.workload;

import org.jspecify.annotations.NullMarked;
