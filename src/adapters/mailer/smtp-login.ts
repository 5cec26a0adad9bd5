import ipaddr from 'ipaddr.js'

const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** Whether a login must not be sent without TLS: the server is on another machine. `service` would replace the host. */
const needsTls = ({ hostname, username, password, searchParams }: URL): boolean =>
  (username !== '' || password !== '') && (searchParams.has('service') || !isLoopback(hostname))

/** Whether an SMTP_URL asks to send its login without TLS to another machine. */
export const asksForOpenLogin = (smtpUrl: string): boolean => {
  const url = new URL(smtpUrl)
  return url.protocol === 'smtp:' && url.searchParams.get('ignoreTLS') === 'true' && needsTls(url)
}

/**
 * An SMTP_URL with which nodemailer sends a login only over TLS, except to a server on this machine. Otherwise an attacker on
 * the way could remove the server's offer of STARTTLS and read the login.
 */
export const withLoginOverTls = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  if (needsTls(url)) url.searchParams.set('requireTLS', 'true')
  return url.href
}
