import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { maskedName, revealed } from '../../src/audit/revealed.ts'
import { StoreAway } from '../../src/ports/store-away.ts'

const test = suite('what auditors read of sealed texts')

const opened: Readonly<Record<string, string>> = {
  'v1.key.mail': 'ann@example.com',
  'v1.key.name': 'Ann Ashby',
  'v1.key.path': 'example.com/@ann',
  'v1.key.mention': '@ann@example.com: ask @zoe, @@',
  'v1.key.comment': 'Ask zoe@example.com, or (bob@example.com) @noon',
}
const shown = (data: unknown) =>
  revealed(data, {
    accountId: 'acme',
    secrets: {
      unsealForAccount: async (_, sealed) => {
        if (sealed === 'v1.key.forged') throw new Error('cannot be opened')
        return opened[sealed]
      },
    },
  })

test('names are opened, addresses masked, and texts without a key are erased', async () => {
  assert.equal(await shown({ sealedUserName: 'v1.key.name', sealedEmail: 'v1.key.mail' }), {
    userName: 'Ann Ashby',
    sealedEmail: 'a•••@example.com',
  })
  assert.equal(await shown({ sealedUserName: 'v1.gone.x', sealedEmail: '' }), {
    userName: 'erased',
    sealedEmail: 'erased',
  })
})

test('the owner of a key is shown without addresses, however they are written', () => {
  for (const [owner, shown] of [
    ['Ann Ashby', 'Ann Ashby'],
    ['ann@example.com', 'a•••@example.com'],
    ['Ann Ashby <ann@example.com>, bob@example.com', 'Ann Ashby <a•••@example.com>, b•••@example.com'],
    ['"ann ashby"@example.com', '"•••@example.com'],
    ['Ann @ Agency', 'Ann @ Agency'],
    ['@ann', '@ann'],
  ] as const)
    assert.is(maskedName(owner), shown)
})

test('addresses that people write as a name or in a comment are masked', async () => {
  assert.equal(await shown({ sealedUserName: 'v1.key.mail', sealedComment: 'v1.key.comment' }), {
    userName: 'a•••@example.com',
    comment: 'Ask z•••@example.com, or (b•••@example.com) @noon',
  })
  assert.equal(await shown([{ sealedComment: 'v1.key.path' }, { sealedComment: 'v1.key.mention' }]), [
    { comment: 'example.com/@ann' },
    { comment: '@a•••@example.com: ask @zoe, @@' },
  ])
})

test('what customers call alike is shown as it is', async () => {
  const columns = { sealedBox: 'yes', sealedEmail: 'letters, sealed' }
  assert.equal(await shown({ columns }), { columns })
})

test('a text that cannot be opened does not end the list', async () => {
  assert.equal(await shown([{ sealedComment: 'v1.key.forged' }, { sealedEmail: 'v1.key.forged' }, { at: 1 }]), [
    { comment: 'unreadable' },
    { sealedEmail: 'unreadable' },
    { at: 1 },
  ])
})

test('a text is not called unreadable because its key cannot be asked for', async () => {
  const unsealForAccount = () => Promise.reject(new StoreAway('secrets', 'no route'))
  const reading = { accountId: 'acme', secrets: { unsealForAccount } }
  const refused = await revealed({ sealedComment: 'v1.key.text' }, reading).catch(error => error)
  assert.instance(refused, StoreAway)
})

test.run()
