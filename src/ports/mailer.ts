export type Mail = {
  /** Stable per mail, so that a repeat carries the same Message-ID. Without angle brackets. */
  readonly messageId: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Pictures that the HTML shows by `cid:`. */
  readonly inline: readonly {
    readonly cid: string
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}

/** `permanent`: the server refused the address for good (5xx); trying again is of no use. `reason` holds no address. */
export type MailFailure = { readonly permanent: boolean; readonly reason: string }

export type Mailer = {
  /** Undefined when the mail was accepted. */
  send(mail: Mail): Promise<MailFailure | undefined>
  close(): Promise<void>
}
