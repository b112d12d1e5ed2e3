#!/bin/sh
# A packed player: this script, filled up to 4096 bytes, and a tar archive of the program and its libraries.
# It unpacks them into a temp folder and becomes the program, which removes the folder before its first answer.
#
# Proof of life is a lock on the folder, from before there is anything in it: the program inherits it, and the kernel
# lets go of it when the program dies, whatever namespace that is in. Who gets the lock of a folder may remove it. Where
# nothing can lock (no flock here, or another file system), the folder has a name that this script never removes:
# the program does that (unpacked.py).
path=$PATH PATH=/usr/bin:/bin:/usr/local/bin # the caller's may name the current folder
true 2>/dev/null <&0 || exec </dev/null      # a closed stream is no reason not to play,
true 2>/dev/null >&1 || exec >/dev/null      # and its number must not become another file's
true >&2 || exec 2>/dev/null
exec 3>&2 2>/dev/null
folder='' need='to be allowed a few processes more (ulimit -u)'
trap 'echo "@GAME@: expected $need" >&3; [ ! "$folder" ] || PATH=/usr/bin:/bin rm -rf "$folder"' EXIT

sweep() { # remove what killed players left in $temp; of many names, by whomever, no more than some are looked at
    names=0 locks=0
    for old in "$temp"/@GAME@-unpacked-??????; do
        [ $((names += 1)) -le 1000 ] && [ $locks -lt 16 ] || break
        if [ ! -L "$old" ] && [ -d "$old" ] && [ -O "$old" ] && [ "$old" != "$folder" ]; then
            locks=$((locks + 1))
            { flock -n 9 && { rm -rf "$old" || rm -rf "$old" || rm -rf "$old"; }; } 9<"$old" # its tar may be at work
        fi
    done
}

play() { # unpack into $folder, which is held as file 9, and become the program with these arguments
    begun=yes
    # GNU tar is told to read by the megabyte: by 10 KB takes it twice as long; another tar reads no such setting
    { dd bs=4096 count=1 of=/dev/null && TAR_OPTIONS=-b2048 tar -xof - -C "$folder"; } <"$0" 9<&- &&
        [ -x "$folder/program" ] || return
    sweep # again: by now the tar of one that was killed a moment ago has ended
    need='a machine that can execute its program'
    PATH=$path LD_LIBRARY_PATH=$folder exec "$folder/program" "$@" 2>&3 3>&-
}

for temp in "${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm; do
    case $temp in [!/]* | *[:\;\$]*) continue ;; esac # LD_LIBRARY_PATH would take it for something else
    sweep
    name=unpacked tries=0
    while begun='' locked=1 && folder=$(mktemp -d "$temp/@GAME@-$name-XXXXXX"); do
        case $name in
            unpacked) { flock -n 9 && [ -d "$folder" ] && play "$@" || locked=$?; } 9<"$folder" ;;
            unlocked) begun=yes && play "$@" 9>"$folder/alive" ;;
        esac
        rm -rf "$folder"
        [ ! "$begun" ] || break
        [ $((tries += 1)) -lt 20 ] && [ $locked = 1 ] || name=unlocked # 1: the sweep of another was quicker
    done
done
folder='' need='80 MB of room in a temp folder that may hold programs: set TMPDIR to one'
exit 1
