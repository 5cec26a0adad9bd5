import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keepingUsedSecret } from '../../src/cloud/keep-secret.ts'
import type { CloudServiceState } from '../../src/domain/cloud/service.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import type { Loaded } from '../../src/engine/write/execute.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

type Service = Loaded<CloudServiceState>

const serviceWith = (revision: number, secretId: string): Service => ({
  revision,
  state: {
    status: 'configured',
    accountId: 'acme',
    serviceId: 1,
    name: 'Studio',
    root: { serviceType: 'AmazonS3', bucket: 'acme', prefix: '' },
    secretId,
    copies: [],
    copiesAsked: 0,
  },
})
const forgottenBy = async (
  of: { readonly before?: Service; readonly fresh?: string },
  done: E.Either<Rejection, Service>,
): Promise<readonly string[]> => {
  const forgotten: string[] = []
  const secrets = { forget: async (id: string) => void forgotten.push(id) } as unknown as Secrets
  const before = of.before?.state ?? { status: 'missing' as const }
  const changed = E.map((after: Service) => ({ ...after, before }))(done)
  assert.is(await keepingUsedSecret(secrets, of, async () => changed)(), changed)
  return forgotten
}

test('a change destroys the credentials that it replaced', async () =>
  assert.equal(await forgottenBy({ before: serviceWith(1, 'a'), fresh: 'b' }, E.right(serviceWith(2, 'b'))), ['a']))

test('a refused change destroys the credentials stored for it', async () => {
  assert.equal(await forgottenBy({ before: serviceWith(1, 'a'), fresh: 'b' }, E.left(rejection('stale', ''))), ['b'])
  assert.equal(await forgottenBy({ fresh: 'b' }, E.left(rejection('busy', ''))), ['b'])
})

test('when it is open what was appended, or another run does it, both are kept', async () => {
  for (const code of ['store-unavailable'] as const) {
    const open = E.left(rejection(code, 'no answer'))
    assert.equal(await forgottenBy({ before: serviceWith(1, 'a'), fresh: 'b' }, open), [])
    assert.equal(await forgottenBy({ fresh: 'b' }, open), [])
  }
})

test('a repeat of an old change keeps the credentials that a later one has stored', async () =>
  assert.equal(await forgottenBy({ before: serviceWith(5, 'newest'), fresh: 'b' }, E.right(serviceWith(2, 'b'))), [
    'b',
  ]))

test('a deletion destroys the credentials', async () =>
  assert.equal(
    await forgottenBy({ before: serviceWith(1, 'a') }, E.right({ revision: 2, state: { status: 'removed' } })),
    ['a'],
  ))

test.run()
