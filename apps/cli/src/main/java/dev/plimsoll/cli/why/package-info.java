/** {@code plimsoll why}: why a pod or a workload is not as it should be. */
@NullMarked
package dev.plimsoll.cli.why;

import org.jspecify.annotations.NullMarked;
