#!/bin/sh
# A packed player: this script, filled up to 4096 bytes, and a tar archive of the program and its libraries.
# It unpacks them into a temp folder and becomes the program, which removes the folder before its first answer.
PATH=$PATH:/usr/bin:/bin
(: <&0) 2>/dev/null || exec </dev/null # a closed stream is no reason not to play,
(: >&1) 2>/dev/null || exec >/dev/null # and its number must not become another file's
(: >&2) || exec 2>/dev/null
exec 3>&2 2>/dev/null
for temp in "${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm; do
    for folder in "$temp"/@GAME@-unpacked-*-??????; do # by players that were killed before they removed it
        pid=${folder#"$temp/@GAME@-unpacked-"} pid=${pid%-??????}
        case $pid in '' | *[!0-9]*) continue ;; esac
        if [ -O "$folder" ] && { [ "$pid" = $$ ] || ! kill -0 "$pid"; }; then
            rm -rf "$folder" || { sleep 1 && rm -rf "$folder"; } # its tar may still be at work
        fi
    done
    folder=$(mktemp -d "$temp/@GAME@-unpacked-$$-XXXXXX") || continue
    # GNU tar is told to read by the megabyte: by 10 KB takes it twice as long; another tar reads no such setting
    { dd bs=4096 count=1 of=/dev/null && TAR_OPTIONS=-b2048 tar -xof - -C "$folder"; } <"$0" &&
        [ -x "$folder/program" ] && LD_LIBRARY_PATH=$folder exec "$folder/program" "$@" 2>&3 3>&-
    rm -rf "$folder"
done
echo "@GAME@: expected 80 MB of room in a temp folder that may hold programs: set TMPDIR to one" >&3
exit 1
