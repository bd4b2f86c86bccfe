/** How many replicas the horizontal pod autoscaler asks for, with pod-level requests (KEP-2837). */
@NullMarked
package dev.plimsoll.core.estimation.replicas;

import org.jspecify.annotations.NullMarked;
