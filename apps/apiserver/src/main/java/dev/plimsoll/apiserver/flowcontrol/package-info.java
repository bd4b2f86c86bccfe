/** API priority and fairness: which requests are answered now, which wait and which are turned away when there are too many. */
@NullMarked
package dev.plimsoll.apiserver.flowcontrol;

import org.jspecify.annotations.NullMarked;
