@NullMarked
package dev.plimsoll.core.workloads.cronjob;

import org.jspecify.annotations.NullMarked;
