# Finds a JDK of version 25 or newer. Sourced by mvnw and by the launcher.

# Prints the major version of the JDK in folder $1, nothing if it is none.
jdk_major() {
  [ -f "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Prints the folder of the JDK whose java is on the PATH, nothing if there is none.
jdk_on_path() {
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case "$link" in
      /*) java=$link ;;
      *) java=$(dirname -- "$java")/$link ;;
    esac
  done
  dirname -- "$(dirname -- "$java")"
}

# find_jdk PROGRAM: prints the folder of a JDK >= 25 that has bin/PROGRAM, or says what to install.
find_jdk() {
  for candidate in "${JAVA_HOME:-}" "$(jdk_on_path)" /usr/lib/jvm/*25* /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$candidate" ] && [ -x "$candidate/bin/$1" ] || continue
    major=$(jdk_major "$candidate")
    if [ -n "$major" ] && [ "$major" -ge 25 ]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  echo "plimsoll: JDK 25 or newer is needed and was not found in JAVA_HOME, on the PATH or in /usr/lib/jvm; install one (for example Temurin 25) or set JAVA_HOME to it." >&2
  return 1
}
