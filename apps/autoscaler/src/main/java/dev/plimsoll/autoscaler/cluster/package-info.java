/** What the autoscaler sees of a cluster: objects as views, kept up to date, and the controllers above pods. */
@NullMarked
package dev.plimsoll.autoscaler.cluster;

import org.jspecify.annotations.NullMarked;
