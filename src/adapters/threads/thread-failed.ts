/** The error of what broke in a thread, which sends the stack: it is for the log, and no part of the message. */
export const threadFailed = (stack: string): Error =>
  Object.assign(new Error('the work broke in its thread'), { stack: `the work broke in its thread: ${stack}` })
