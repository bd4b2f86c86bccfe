/** The vertical pod autoscaler: recommender, updater, admission. */
@NullMarked
package dev.plimsoll.autoscaler;

import org.jspecify.annotations.NullMarked;
