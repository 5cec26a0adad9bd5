import { hash } from 'node:crypto'

/**
 * The UUID v5 (RFC 9562) of a name in the namespace of a command, so that a repeat of the command has the same events. Every command
 * pays for it, and the package `uuid`, which tests compare it with, takes twice the time.
 */
export const eventIdOf = (commandId: string, name: string): string => {
  const namespace = Buffer.from(commandId.replaceAll('-', ''), 'hex')
  const digest = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]))
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  const [first, second, third] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)]
  return `${first}-${second}-5${third}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}
