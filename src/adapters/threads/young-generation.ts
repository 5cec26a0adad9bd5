/**
 * The young generation of a thread in MB: three times the size of V8's semi-space. The main thread has a larger one by the flags of
 * `npm start`, because its requests wait for their commit and should not be copied meanwhile; threads hold little for long (ADR 0095).
 */
export const youngMbOfThread = 24
