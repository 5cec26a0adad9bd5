import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CloudCopyCommand, cloudCopy } from '../../../src/domain/cloud/copy.ts'
import { copyRuns } from '../../../src/domain/cloud/copy-state.ts'
import { parseRootDir } from '../../../src/domain/cloud/root-dir.ts'
import { type CloudServiceCommand, cloudService } from '../../../src/domain/cloud/service.ts'
import { isOfOperator } from '../../../src/domain/shared/job.ts'
import { stepsOf, whateverIsDone } from '../../support/given/any-sequence.ts'

const test = suite('cloud services and copies in any sequence')

const at = '2026-03-01T12:00:00.000Z'
const root = parseRootDir('S3Compatible', 'https://s3.example.com/bucket/spring')
if (E.isLeft(root)) throw new Error('the root directory is invalid')
const configure: CloudServiceCommand = {
  kind: 'Configure',
  ...{ accountId: 'acme', serviceId: 7, name: 'Studio', root: root.right, secretId: 's0', at },
  ...{ serviceType: 'S3Compatible', rootDir: 'https://s3.example.com/bucket/spring' },
}
const copies = ['cloud-copy-7-1', 'cloud-copy-7-2', 'cloud-copy-7-3']
const serviceCommand: fc.Arbitrary<CloudServiceCommand> = fc.oneof(
  fc.constant(configure),
  fc.record({ name: fc.constantFrom('Studio', 'Archive'), secretId: fc.option(fc.constantFrom('s1', 's2')) }).map(
    ({ name, secretId }): CloudServiceCommand => ({
      kind: 'Update',
      name,
      at,
      ...(secretId === null ? {} : { secretId }),
    }),
  ),
  fc.subarray(copies).map((ended): CloudServiceCommand => ({ kind: 'Remove', ended, at })),
  fc
    .record({ path: fc.constantFrom('', 'a'), files: fc.subarray(['x', 'y']), folders: fc.subarray(['f']) })
    .map((request): CloudServiceCommand => ({ kind: 'RequestCopy', ended: [], at, ...request })),
)

test('a copy never runs twice in parallel, a running copy is never forgotten, and removal is final', () => {
  whateverIsDone(cloudService, serviceCommand, ({ command, before, result, after }) => {
    if (before.status === 'removed') {
      assert.equal(after, before)
      assert.is(E.isRight(result) && result.right.length > 0, false)
    }
    if (after.status !== 'configured') return
    const digests = after.copies.map(copy => copy.digest)
    assert.is(new Set(digests).size, digests.length)
    assert.ok(after.copiesAsked >= after.copies.length)
    if (before.status === 'configured' && command.kind !== 'RequestCopy') assert.equal(after.copies, before.copies)
  })
})

const attempt = fc.integer({ min: 1, max: 8 })
const counts = fc.record({ total: fc.nat(9), done: fc.nat(9), failed: fc.nat(9) }).map(c => ({ ...c, faults: [], at }))
const copyCommand: fc.Arbitrary<CloudCopyCommand> = fc.oneof(
  fc
    .tuple(attempt, counts)
    .map(([n, c]): CloudCopyCommand => ({ kind: 'Progress', attempt: n, cursor: { source: 1 }, ...c })),
  attempt.map((n): CloudCopyCommand => ({ kind: 'FailAttempt', attempt: n, reason: 'gone', at })),
  fc.tuple(attempt, counts).map(([n, c]): CloudCopyCommand => ({ kind: 'Finish', attempt: n, ...c })),
  fc.tuple(attempt, counts).map(([n, c]): CloudCopyCommand => ({ kind: 'GiveUp', attempt: n, reason: 'over', ...c })),
  fc.constant<CloudCopyCommand>({ kind: 'Cancel', at }),
)

test('only the attempt under way records events of a copy, and a finished copy never changes', () => {
  fc.assert(
    fc.property(fc.array(copyCommand, { maxLength: 40 }), commands => {
      for (const { command, before, result, after } of stepsOf(cloudCopy, commands)) {
        const recorded = E.isRight(result) && result.right.length > 0
        if (!copyRuns(before)) assert.is(recorded, false, 'the copy has ended')
        if (!copyRuns(before)) assert.equal(after, before)
        if (!recorded || command.kind === 'Cancel' || isOfOperator(command)) continue
        assert.is(command.attempt, before.attempts.attempt + 1)
      }
    }),
  )
})

test.run()
