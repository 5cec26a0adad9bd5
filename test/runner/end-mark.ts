/** Begins the line with which a lane ends a file; its exit code follows. */
export const endMark = '\u0001ended with '
