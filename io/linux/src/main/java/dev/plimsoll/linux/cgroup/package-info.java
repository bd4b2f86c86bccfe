/** The cgroup v2 file system: names, values written, values read. It works on a plain folder too. */
@NullMarked
package dev.plimsoll.linux.cgroup;

import org.jspecify.annotations.NullMarked;
