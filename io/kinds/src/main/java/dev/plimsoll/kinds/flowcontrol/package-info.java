/** FlowSchemas and PriorityLevelConfigurations: what they say, and which requests they mean. */
@NullMarked
package dev.plimsoll.kinds.flowcontrol;

import org.jspecify.annotations.NullMarked;
