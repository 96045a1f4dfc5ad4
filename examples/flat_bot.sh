#!/bin/sh
# A bot as a child process in POSIX shell: one JSON object a line, in and out.
#
# arena play tigerdragon "flat:sh flat_bot.sh" random random random

while IFS= read -r line; do
    case $line in
    *'"type":"game_over"'*)
        exit 0
        ;;
    *'"type":"state"'*'"legal":"'[!\"]*)
        legal=${line#*'"legal":"'}    # from the first choice on
        legal=${legal%%'"'*}          # up to the end of the list
        printf '{"type":"action","choice":"%s"}\n' "${legal%%,*}"
        ;;
    esac
done
