import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ComposerOptions, openComposer } from '../../../src/adapters/composer/open-composer.ts'
import { sha256 } from '../../../src/domain/shared/digest.ts'
import type { AdSource, Composer } from '../../../src/ports/composer.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Context = { open: (options?: Partial<ComposerOptions>) => Composer; warnings: object[]; opened: Composer[] }
const test = suite<Context>('composer')
test.before.each(context => {
  context.warnings = []
  context.opened = []
  const quiet = () => undefined
  const logger = { debug: quiet, info: quiet, warn: (fields: object) => context.warnings.push(fields), error: quiet }
  context.open = options => {
    const composer = openComposer({ logger, ...options })
    context.opened.push(composer)
    return composer
  }
})
test.after.each(async ({ opened }) => {
  for (const composer of opened) await composer.close()
})

const source = (html: string, columns: Record<string, string> = {}, accountId = 'acme'): AdSource => ({
  accountId,
  htmlSha256: sha256(html),
  html: async () => html,
  columns,
  transformations: [],
})
/** Keeps the template parser busy for hours: it looks for the end of the tag from each blank again. */
const endless = (n: number) => `{{a${' '.repeat(900_000 + n)}`
const composed = async (composer: Composer, wanted: AdSource) => {
  const made = await inTime('a document', composer.compose(wanted))
  if ('code' in made) throw new Error(made.detail)
  return made
}
const refused = async (composer: Composer, wanted: AdSource) => {
  const made = await inTime('a refusal', composer.compose(wanted))
  if (!('code' in made)) throw new Error('it was composed')
  return made
}

test('a template of one account changes nothing in the thread that composes for others', async ({ open }) => {
  const composer = open({ threads: 1 })
  const inherited = 'a.constructor.prototype'
  // the last step calls Array.fromAsync, whose rejected promise ends the thread after its answer
  const steps = [`${inherited}.__proto__`, `${inherited}.matchAll`, 'next']
  const within = (call: string) =>
    steps.map(name => `{{#${name}}}`).join('') +
    call +
    steps
      .toReversed()
      .map(name => `{{/${name}}}`)
      .join('')
  for (const call of [
    '{{value.constructor.fromAsync}}',
    `{{#${steps[0]}}}{{value.constructor.prototype.push}}{{/${steps[0]}}}`,
  ]) {
    assert.is((await composed(composer, source(within(call), { a: 'x' }))).html, '')
    assert.is((await composed(composer, source(`${call}<p>{{b}}</p>`, { b: '1' }, 'fernhollow'))).html, '<p>1</p>')
  }
})

test('a template is read when its turn has come: anyone may ask for many ads, and each would hold it', async ({
  open,
}) => {
  const composer = open({ threads: 2 })
  const [first, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const html = async () => {
    reads++
    first.resolve()
    await goOn.promise
    return '<p>{{a}}</p>'
  }
  const ads = ['1', '2', '3'].map(a => composed(composer, { ...source('<p>{{a}}</p>', { a }), html }))
  const facts = composer.inspect({ accountId: 'acme', htmlSha256: sha256('another'), html })
  await first.promise
  await new Promise(resolve => setImmediate(resolve))
  assert.is(reads, 1)
  goOn.resolve()
  const made = await Promise.all(ads)
  assert.equal(
    made.map(ad => ad.html),
    ['<p>1</p>', '<p>2</p>', '<p>3</p>'],
  )
  assert.ok('columns' in (await inTime('an answer', facts)))
  assert.is(reads, 4)
})

test('an ad is composed with all that serving and drawing need', async ({ open }) => {
  const html = '<!doctype html><img src="/assets/acme/a.png"><p>{{a}} {{b}}<a href="{{clickUrl}}">x</a><i'
  const made = await composed(open(), source(html, { a: '<1>' }))
  assert.match(made.html, '<p>&lt;1&gt; <a')
  const { html: _, ...found } = made
  assert.equal(found, {
    startsAt: 15,
    clickSlots: [{ at: 67, length: 12, in: 'markup' }],
    held: [],
    macros: [],
    isOneLink: false,
    takesClickTag: false,
    missingColumns: ['b'],
    missingImages: [],
    libraryPaths: ['a.png'],
    fault: 'the HTML ends within a tag, in line 1',
    pictures: ['/assets/acme/a.png'],
    elsewhere: [],
  })
})

test('a document that takes too long is refused, and the next one is composed', async ({ open, warnings }) => {
  const composer = open({ deadlineMs: 500, threads: 2 })
  const { code, detail } = await refused(composer, source(endless(0), { a: 'x' }))
  assert.is(code, 'document-too-costly')
  assert.is(detail, 'the document was not composed and checked within 0.5 s; simplify the HTML of the ad unit')
  assert.equal(warnings, [{ accountId: 'acme', htmlSha256: sha256(endless(0)), limit: 'time' }])
  assert.is((await composed(composer, source('<p>{{a}}', { a: '1' }))).html, '<p>1')
})

test('a refused document is remembered, so that it costs its time once', async ({ open, warnings }) => {
  const composer = open({ deadlineMs: 300 })
  await Promise.all([1, 2, 3].map(() => refused(composer, source(endless(0)))))
  await refused(composer, source(endless(0)))
  assert.is(warnings.length, 1)
})

test('a document that needs too much memory is refused, and the next one is composed', async ({ open, warnings }) => {
  const composer = open({ heapMb: 12, deadlineMs: 60_000 })
  const { code, detail } = await refused(composer, source('{{a}}'.repeat(200_000), { a: '' }))
  assert.equal(
    [code, detail.slice(0, 52)],
    ['document-too-costly', 'composing the document needs more than 12 MiB of mem'],
  )
  assert.equal(warnings, [{ accountId: 'acme', htmlSha256: sha256('{{a}}'.repeat(200_000)), limit: 'memory' }])
  assert.is((await composed(composer, source('<p>{{a}}', { a: '1' }))).html, '<p>1')
})

test('a document is composed once for the same content, also when it is asked for at the same time', async ({
  open,
}) => {
  const composer = open()
  let reads = 0
  const counted = (columns: Record<string, string>, accountId?: string): AdSource => ({
    ...source('<p>{{a}}', columns, accountId),
    html: async () => {
      reads++
      return '<p>{{a}}'
    },
  })
  const made = await Promise.all([1, 2, 3].map(() => composed(composer, counted({ a: '1' }))))
  assert.equal([...new Set(made.map(m => m.html)), reads], ['<p>1', 1])
  await composed(composer, counted({ a: '1' }))
  assert.is(reads, 1)
  await composed(composer, counted({ a: '2' }))
  await composed(composer, counted({ a: '1' }, 'other'))
  assert.is(reads, 3)
})

test('documents are kept up to a number of bytes, the last ones first', async ({ open }) => {
  const composer = open({ keptBytes: 100_000 })
  const reads: string[] = []
  const wanted = (name: string): AdSource => ({
    ...source(name + 'x'.repeat(20_000)),
    html: async () => {
      reads.push(name)
      return name + 'x'.repeat(20_000)
    },
  })
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await composed(composer, wanted(name))
  assert.equal(reads, ['a', 'b', 'c', 'a'])
})

test('one account that floods the composer does not delay another one', async ({ open }) => {
  const composer = open({ threads: 2, deadlineMs: 1_000 })
  let done = 0
  const flood = Array.from({ length: 30 }, (_, n) =>
    composer.compose(source(endless(n), {}, 'flood')).then(
      () => done++,
      () => 0,
    ),
  )
  assert.is((await composed(composer, source('<p>{{a}}', { a: '1' }, 'modest'))).html, '<p>1')
  assert.ok(done < 15, `${done} of 30 documents of the flood came first`)
  await composer.close()
  await Promise.all(flood)
})

test('a template that cannot be read is an error, not a refusal', async ({ open }) => {
  const broken = { ...source('<p>'), html: () => Promise.reject(new Error('no such file')) }
  const composer = open()
  const said = await composer.compose(broken).then(String, (error: Error) => error.message)
  assert.is(said, 'no such file')
  assert.is((await composed(composer, source('<p>'))).html, '<p>')
})

test.run()
