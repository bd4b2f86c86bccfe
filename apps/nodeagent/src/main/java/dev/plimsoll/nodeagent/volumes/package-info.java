/** Volumes of pods as folders of the machine, safe from what containers put into them. */
@NullMarked
package dev.plimsoll.nodeagent.volumes;

import org.jspecify.annotations.NullMarked;
