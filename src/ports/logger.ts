/** The part of pino that the code above the adapters uses. Never hand in a body, a URL, a key or a mail address. */
export type Logger = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
