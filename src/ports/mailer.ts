export type Mail = {
  /** Stable per mail, so that a retry has the same Message-ID. Without angle brackets. */
  readonly messageId: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Images that the HTML references by `cid:`. */
  readonly inline: readonly {
    readonly cid: string
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}

/**
 * `permanent`: the server rejected the address (5xx), so retrying is pointless. `isUnsure`: the mail may have arrived, so a retry may be a second
 * copy. `reason` contains no address.
 */
export type MailFailure = { readonly permanent: boolean; readonly isUnsure?: true; readonly reason: string }

export type Mailer = {
  /** Undefined if the mail was accepted. Ends within a deadline of the adapter, and soon after `signal` aborts. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailFailure | undefined>
  close(): Promise<void>
}
