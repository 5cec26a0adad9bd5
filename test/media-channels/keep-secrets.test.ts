import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { MediaChannel } from '../../src/domain/media-channels/channel.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { keepingUsedSecrets } from '../../src/media-channels/keep-secrets.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

const channelWith = (revision: number, ...ids: string[]) => {
  const secrets = Object.fromEntries(ids.map(id => [`/${id}`, id]))
  return { state: { additionalConfiguration: { values: {}, secrets } } as unknown as MediaChannel, revision }
}

const forgottenBy = async (
  before: ReturnType<typeof channelWith>,
  fresh: readonly string[],
  done: E.Either<Rejection, ReturnType<typeof channelWith>>,
  decidedOn = before,
) => {
  const forgotten: string[] = []
  const changed = E.map((after: typeof before) => ({ ...after, before: decidedOn.state }))(done)
  const secrets = { forget: async (id: string) => void forgotten.push(id) } as unknown as Secrets
  assert.is(await keepingUsedSecrets(secrets, { before, fresh }, async () => changed)(), changed)
  return forgotten
}

test('a change destroys the secrets that it replaced', async () => {
  assert.equal(await forgottenBy(channelWith(1, 'a', 'b'), ['c'], E.right(channelWith(2, 'b', 'c'))), ['a'])
})

test('it destroys what another change has stored since it read the channel', async () => {
  const after = E.right(channelWith(3, 'c'))
  assert.equal(await forgottenBy(channelWith(1, 'a'), ['c'], after, channelWith(2, 'b')), ['a', 'b'])
})

test('a refused change destroys what was stored for it', async () => {
  assert.equal(await forgottenBy(channelWith(1, 'a'), ['c'], E.left(rejection('stale', 'changed'))), ['c'])
})

test('when the store failed all are kept: what was appended is unknown', async () => {
  for (const code of ['store-unavailable'] as const)
    assert.equal(await forgottenBy(channelWith(1, 'a'), ['c'], E.left(rejection(code, 'away'))), [])
})

test('a repeat of an old change keeps the secrets that a later one has stored', async () => {
  assert.equal(await forgottenBy(channelWith(5, 'newest'), ['c'], E.right(channelWith(2, 'old'))), ['c'])
})

test.run()
