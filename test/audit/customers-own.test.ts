import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isBlobName, membersOf } from '../../src/audit/members.ts'
import { namesPersons, revealed } from '../../src/audit/revealed.ts'

const test = suite('what customers put together under names of ours')

const hash = 'a'.repeat(64)
const alike = {
  sealedUrl: 'v1.0',
  sealedEmail: 'v1.abc',
  userName: 'Kim',
  sealedUserName: '',
  sha256: hash,
  blob: hash,
}
const creative = {
  creativeName: 'one',
  dspColumns: alike,
  assetData: alike,
  columns: [
    {
      columnName: 'headline',
      adUnitTransformations: [
        { adUnitId: 1, transformations: [{ transformationIdx: 1, data: alike, transformation: { inner: alike } }] },
      ],
    },
  ],
}

const feed = { settings: { config: { xpathMap: alike, cdpXpathMap: alike } } }

test('names no file and holds nothing sealed', () => {
  const texts = [...membersOf({ creative, feed, snapshot: hash })]
  assert.equal(
    texts.filter(([name, text]) => isBlobName(name, text)),
    [['snapshot', hash]],
  )
  assert.not.ok(texts.some(([name]) => name.startsWith('sealed')))
})

test('is shown as it is, also beside what is sealed', async () => {
  assert.not.ok(namesPersons({ creative, feed }))
  const reading = {
    accountId: 'acme',
    secrets: { unsealForAccount: async () => 'ann@example.com' },
    erased: { personIds: new Set<string>(), approverIds: new Set<string>(), approvalIdxs: new Set<number>() },
  }
  assert.equal(await revealed({ creative, sealedEmail: 'v1.key.mail' }, reading), {
    creative,
    sealedEmail: 'a•••@example.com',
  })
  const state = JSON.parse('{"sealedEmail":"v1.key.mail","creatives":{"__proto__":{"creativeName":"__proto__"}}}')
  const shown = (await revealed(state, reading)) as typeof state
  assert.equal(Object.keys(shown.creatives), ['__proto__'])
})

test.run()
