/** What operators see of the autoscaler: metrics under upstream's names, and whether its loops still turn. */
@NullMarked
package dev.plimsoll.autoscaler.observation;

import org.jspecify.annotations.NullMarked;
