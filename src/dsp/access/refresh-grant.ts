import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type DspAuthorisation, type DspGrantCommand, dspGrant, dspGrantId } from '../../domain/dsp/grant.ts'
import * as TE from '../../engine/task-either.ts'
import type { Work, WorkContext } from '../../engine/write/execute.ts'
import { drawnId, executed, loaded } from '../../engine/write/steps.ts'
import { type DspFailure, type DspTokens, isDspFailure } from '../../ports/dsp.ts'
import type { Ports } from '../../ports/ports.ts'
import { within } from '../deadline.ts'
import { needsAuthorisation } from './needs-authorisation.ts'
import { type Granted, keepingUsedToken, loadRefreshToken, storeRefreshToken } from './refresh-token.ts'

export type Authorised = Extract<DspAuthorisation, { status: 'authorised' }>
/** An access token, and the consent that it follows from. */
export type Refreshed = Pick<DspTokens, 'accessToken' | 'expiresAt'> & Pick<Authorised, 'stateHash'>

export type RefreshPorts = Pick<Ports, 'dsp' | 'secrets' | 'clock'> & {
  readonly newWork: (context: WorkContext) => Work
}

/** Milliseconds that a refresh may take. */
const refreshMs = 20_000

/** The context of the work of this part. */
export const accessContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:dsp-access', operation: 'dsp-access', commandId: id, correlationId: id, causationId: id }
}

const changed = (ports: RefreshPorts, work: Work, { accountId, partnerId }: Granted, command: DspGrantCommand) => {
  const id = dspGrantId(accountId, partnerId)
  const fresh = command.kind === 'ReplaceToken' ? command.fresh : undefined
  return pipe(
    loaded(work, dspGrant, id),
    TE.flatMap(before => keepingUsedToken(ports.secrets, { before, fresh }, executed(work, dspGrant, id, command))),
  )()
}

/** The DSP gave another refresh token, which takes the place of the one before, unless another node has replaced that meanwhile. */
const replaced = async (ports: RefreshPorts, granted: Granted, { secretId }: Authorised, token: string) => {
  const work = ports.newWork(accessContext())
  const fresh = await storeRefreshToken(ports.secrets, granted, token, drawnId(work, 'refresh-token'))
  const at = ports.clock.now().toISOString()
  await changed(ports, work, granted, { kind: 'ReplaceToken', secretId, fresh, at })
}

/**
 * Records that the authorisation is lost. Meanwhile another node may have replaced the token, or a person have given a new consent: then
 * it is tried once more with that.
 */
const lost = async (
  ports: RefreshPorts,
  granted: Granted,
  { secretId }: Authorised,
  reason: Extract<DspGrantCommand, { kind: 'LoseAuthorisation' }>['reason'],
  isLast: boolean,
): Promise<Refreshed | DspFailure> => {
  const at = ports.clock.now().toISOString()
  const lose = { kind: 'LoseAuthorisation', secretId, reason, at } as const
  const done = await changed(ports, ports.newWork(accessContext()), granted, lose)
  const newer = E.isRight(done) ? done.right.state.authorisation : undefined
  return newer?.status === 'authorised' && !isLast
    ? refreshGrant(ports, granted, newer, true)
    : needsAuthorisation('lost', granted.partnerId)
}

const hasEnded = ({ code }: DspFailure): boolean => code === 'needs-authorisation' || code === 'consent-incomplete'

/** Fetches an access token with the refresh token of a grant. `invalid_grant` ends the authorisation (DSP-20). */
export const refreshGrant = async (
  ports: RefreshPorts,
  granted: Granted,
  authorised: Authorised,
  isLast = false,
): Promise<Refreshed | DspFailure> => {
  const { secrets, dsp } = ports
  const token = await loadRefreshToken(secrets, granted, authorised.secretId)
  if (token === undefined) return lost(ports, granted, authorised, 'token-missing', isLast)
  const tokens = await within(refreshMs, signal => dsp.refreshTokens(token, signal))
  if (isDspFailure(tokens)) return hasEnded(tokens) ? lost(ports, granted, authorised, 'invalid-grant', isLast) : tokens
  if (tokens.refreshToken !== token) await replaced(ports, granted, authorised, tokens.refreshToken)
  const { accessToken, expiresAt } = tokens
  return { accessToken, expiresAt, stateHash: authorised.stateHash }
}
