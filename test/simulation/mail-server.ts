import type { Mail, MailFailure } from '../../src/ports/mailer.ts'

/** A mail that the server accepted, at a time of the timeline. */
export type AcceptedMail = Pick<Mail, 'messageId' | 'to' | 'text'> & { readonly at: number }

/** A mail server, which may defer some recipients for a while. */
export const openMailServer = (now: () => number) => {
  const accepted: AcceptedMail[] = []
  const deferred = new Set<string>()
  return {
    accepted: accepted as readonly AcceptedMail[],
    defer: (address: string) => void deferred.add(address),
    heal: () => deferred.clear(),
    deliver({ messageId, to, text }: Mail): MailFailure | undefined {
      if (deferred.has(to.address)) return { permanent: false, reason: '451 try again later' }
      accepted.push({ messageId, to, text, at: now() })
      return undefined
    },
  }
}
export type MailServer = ReturnType<typeof openMailServer>
