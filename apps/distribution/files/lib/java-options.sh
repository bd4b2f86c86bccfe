# What Java is told. Sourced by the launcher of a source tree and by that of an archive.

# Every program and the training of the cache: the cache is of no use with others.
java_common="-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Xlog:disable --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
# For the training, and for commands that answer and end: they are quickest without the optimising compiler.
java_brief="-XX:TieredStopAtLevel=1"

# bytes SIZE: 512Mi, 2Gi, 512M or 2G in bytes; nothing for what is no such size or below 128Mi, which the program refuses with a reason.
bytes() {
  case "$1" in
    [1-9]*Gi) number=${1%Gi} unit=1073741824 ;;
    [1-9]*Mi) number=${1%Mi} unit=1048576 ;;
    [1-9]*G) number=${1%G} unit=1000000000 ;;
    [1-9]*M) number=${1%M} unit=1000000 ;;
    *) return 0 ;;
  esac
  case "$number" in *[!0-9]* | ???????*) return 0 ;; esac
  [ $((number * unit)) -lt 134217728 ] || echo $((number * unit))
}

# memory_limit ARGUMENTS: the value of --memory-limit, in bytes.
memory_limit() {
  limit=
  while [ $# -gt 0 ]; do
    case "$1" in
      --memory-limit) limit=${2:-} ;;
      --memory-limit=*) limit=${1#*=} ;;
      --) break ;;
    esac
    shift
  done
  bytes "$limit"
}

# command_of ARGUMENTS: the first that is neither an option nor the value of one that every command has.
command_of() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --memory-limit | --logging-format) [ $# -eq 1 ] || shift ;;
      -*) ;;
      *)
        echo "$1"
        return 0
        ;;
    esac
    shift
  done
}

# java_options ARGUMENTS: sets java_tuning, and java_ends: whether this is a command that answers and ends.
# A server wants the optimising compiler, and wants it to learn from what it does, not from the few requests of the training run: with
# those a server writes half as many pods per second. It begins later than usual, so that a start does not pay for it, and the part of
# the heap where objects begin is small until there is work. The heap begins small too, and what a collection leaves empty goes back to
# the system.
java_options() {
  young=
  java_ends=false
  case "$(command_of "$@")" in
    apiserver | autoscaler | node | scheduler | controllers | up)
      java_tuning="-XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400 -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000"
      young="-XX:InitialRAMPercentage=0.4 -XX:NewSize=40m -XX:MaxNewSize=192m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=20 -XX:-ShrinkHeapInSteps"
      ;;
    backtest | recommend) java_tuning="-XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining" ;;
    *)
      java_tuning=$java_brief
      java_ends=true
      ;;
  esac
  # A quarter of the memory of the machine or the container, unless told otherwise.
  limit=$(memory_limit "$@")
  limit=${limit:-${PLIMSOLL_HEAP:-}}
  if [ -n "$limit" ]; then java_tuning="$java_tuning -Xmx$limit"; else java_tuning="$java_tuning -XX:MaxRAMPercentage=25"; fi
  # A program without memory ends, so that whoever watches over it starts it again, instead of going on without the threads that it lost.
  java_tuning="$java_tuning $young -XX:+ExitOnOutOfMemoryError"
}
