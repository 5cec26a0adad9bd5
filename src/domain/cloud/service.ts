import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { digestOf } from '../shared/digest.ts'
import type { CloudRoot } from './root-dir.ts'
import { CloudServiceEvent } from './service-events.ts'

type Data<N extends CloudServiceEvent['type']> = Extract<CloudServiceEvent, { type: N }>['data']

/** The files and folders to copy: names below `path`, which is a folder below the root directory. */
export type CopyRequest = Pick<Data<'CloudCopyRequested'>, 'path' | 'files' | 'folders'>

export type CloudServiceCommand =
  | ({ readonly kind: 'Configure' } & Data<'CloudServiceConfigured'>)
  | { readonly kind: 'Update'; readonly name: string; readonly secretId?: string; readonly at: string }
  /** `ended`: queue ids of copies that have ended; `retried`: of others that go on, although a later request forgot them. */
  | {
      readonly kind: 'Remove'
      readonly ended: readonly string[]
      readonly retried?: readonly string[]
      readonly at: string
    }
  | ({ readonly kind: 'RequestCopy'; readonly ended: readonly string[]; readonly at: string } & CopyRequest)

type Copy = { readonly queueId: string; readonly digest: string }

export type CloudServiceState =
  | { readonly status: 'missing' | 'removed' }
  | {
      readonly status: 'configured'
      readonly accountId: string
      readonly serviceId: number
      readonly name: string
      readonly root: CloudRoot
      readonly secretId: string
      /** Copies that are not known to have ended, oldest first. */
      readonly copies: readonly Copy[]
      readonly copiesAsked: number
    }
type Configured = Extract<CloudServiceState, { status: 'configured' }>

type Decided = E.Either<Rejection, readonly CloudServiceEvent[]>

const missing = E.left(rejection('not-found', 'There is no such cloud service on this account.'))

const update = (state: Configured, { name, secretId, at }: Extract<CloudServiceCommand, { kind: 'Update' }>): Decided =>
  E.right([
    ...(name === state.name ? [] : [{ type: 'CloudServiceRenamed' as const, data: { name, at } }]),
    ...(secretId === undefined || secretId === state.secretId
      ? []
      : [{ type: 'CloudServiceRekeyed' as const, data: { secretId, at } }]),
  ])

const running = (state: Configured, ended: readonly string[]): readonly Copy[] =>
  state.copies.filter(copy => !ended.includes(copy.queueId))

/** Identifies a request: the same files in another order are the same request. */
const requestDigest = ({ path, files, folders }: CopyRequest): string =>
  digestOf([path, [...files].sort(), [...folders].sort()])

const requestCopy = (state: Configured, c: Extract<CloudServiceCommand, { kind: 'RequestCopy' }>): Decided => {
  const { accountId, serviceId } = state
  const { kind: _, ended, ...request } = c
  const digest = requestDigest(request)
  if (running(state, ended).some(copy => copy.digest === digest)) return E.right([])
  const queueId = `cloud-copy-${serviceId}-${state.copiesAsked + 1}`
  const over = state.copies.map(copy => copy.queueId).filter(id => ended.includes(id))
  return E.right([
    { type: 'CloudCopyRequested', data: { ...request, accountId, serviceId, queueId, digest, ended: over } },
  ])
}

/** The queue id of the newest copy of this request; undefined if there is none. */
export const queueIdOf = (state: CloudServiceState, request: CopyRequest): string | undefined =>
  state.status === 'configured'
    ? state.copies.findLast(copy => copy.digest === requestDigest(request))?.queueId
    : undefined

/** Whether a copy of this service was ever requested under this queue id. */
export const wasRequested = ({ serviceId, copiesAsked }: Configured, queueId: string): boolean => {
  const [, service, copy] = /^cloud-copy-(\d{1,16})-([1-9]\d{0,15})$/.exec(queueId) ?? []
  return Number(service) === serviceId && Number(copy) <= copiesAsked
}

/** A cloud service of an account; its stream is `cloud-service-<account>:<serviceId>` (CLOUD-1, CLOUD-6, CLOUD-3). */
export const cloudService: Aggregate<CloudServiceCommand, CloudServiceState, CloudServiceEvent> = {
  category: 'cloud-service',
  subject: 'account',
  events: CloudServiceEvent,
  initialState: { status: 'missing' },
  secretsIn: state => (state.status === 'configured' ? [state.secretId] : []),
  decide(command, state) {
    if (command.kind === 'Configure') {
      const { kind: _, ...data } = command
      return E.right(state.status === 'missing' ? [{ type: 'CloudServiceConfigured', data }] : [])
    }
    if (state.status !== 'configured') return missing
    switch (command.kind) {
      case 'Update':
        return update(state, command)
      case 'RequestCopy':
        return requestCopy(state, command)
      case 'Remove': {
        const [queueId] = [...running(state, command.ended).map(copy => copy.queueId), ...(command.retried ?? [])]
        if (queueId === undefined) return E.right([{ type: 'CloudServiceRemoved', data: { at: command.at } }])
        const detail = `The copy ${queueId} runs. Wait until it has ended, or cancel it, and delete the cloud service again.`
        return E.left(rejection('copy-running', detail, { extra: { queueId } }))
      }
    }
  },
  evolve(state, event) {
    if (event.type === 'CloudServiceConfigured') {
      const { accountId, serviceId, name, root, secretId } = event.data
      return { status: 'configured', accountId, serviceId, name, root, secretId, copies: [], copiesAsked: 0 }
    }
    if (state.status !== 'configured') return state
    switch (event.type) {
      case 'CloudServiceRenamed':
        return { ...state, name: event.data.name }
      case 'CloudServiceRekeyed':
        return { ...state, secretId: event.data.secretId }
      case 'CloudServiceRemoved':
        return { status: 'removed' }
      case 'CloudCopyRequested': {
        const { queueId, digest, ended } = event.data
        const copies = [...running(state, ended), { queueId, digest }]
        return { ...state, copies, copiesAsked: state.copiesAsked + 1 }
      }
    }
  },
}

/** The id of a cloud service's stream, without its category. */
export const cloudServiceId = (accountId: string, serviceId: number): string => `${accountId}:${serviceId}`
