import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../../src/codec/fields.ts'
import { command } from '../../../src/engine/operation.ts'
import { uploadFolders } from '../../../src/http/request/upload-folders.ts'
import { post } from '../../../src/operations/row.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('uploads and forms')
// a separate folder for this test, as other processes upload at the same time
const own = mkdtempSync(join(tmpdir(), 'endcap-test-'))
const reported: string[] = []
const folders = uploadFolders(own, {
  well: () => void reported.splice(0),
  failed: error => void reported.push(String(error)),
})
let seen = ''
const upload = command({
  summary: 'Takes a file.',
  params: t.type({}),
  multipart: { file: { about: 'A file.' } },
  maxBytes: 1_000,
  body: fields({ path: t.string }),
  reply: t.type({ path: t.string, content: t.string, size: t.number, filename: t.string }),
  async run({ body, files }) {
    const { file } = files
    seen = file?.path ?? ''
    const content = file ? await readFile(file.path, 'utf8') : ''
    return E.right({ body: { path: body.path, content, size: file?.size ?? 0, filename: file?.filename ?? '' } })
  },
})
const answerForm = command({
  summary: 'Takes a form.',
  params: t.type({}),
  form: true,
  body: fields({ decision: t.string }, { comment: t.string }),
  reply: fields({ decision: t.string }),
  run: async ({ body }) => E.right({ body }),
})

let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  const rows = [post('/upload', 'Campaigns_Create', { upload }), post('/form', 'public', { answerForm })]
  app = await startApp(rows, { uploads: folders })
})
test.after(async () => {
  await app.stop()
  rmSync(own, { recursive: true })
})

const send = async (form: FormData, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${app.port}/upload`, {
    method: 'POST',
    body: form,
    headers: { svc_apikey: acmeKey, ...headers },
  })
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> }
}
const formWith = (content: string, name = 'file', filename = 'a b.txt') => {
  const form = new FormData()
  form.append('path', 'x/y.txt')
  form.append(name, new Blob([content]), filename)
  return form
}
const uploads = () => readdirSync(own).length

test('a file reaches the operation and is removed afterwards', async () => {
  const { status, json } = await send(formWith('hello'))
  assert.is(status, 200)
  assert.equal(json, { path: 'x/y.txt', content: 'hello', size: 5, filename: 'a b.txt' })
  assert.not.ok(existsSync(dirname(seen)))
})

/** Parts as they are on the wire, each its headers and its content. */
const sendParts = async (...parts: readonly (readonly [headers: string, content: string])[]) => {
  const body = parts.map(([headers, content]) => `--b\r\n${headers}\r\n\r\n${content}\r\n`).join('')
  const { status, json } = await app.send('POST', '/upload', {
    body: `${body}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  return { status, json }
}
const named = (rest: string) => `Content-Disposition: form-data; name=${rest}`

test('a file needs no type, and a text may have one', async () => {
  const answer = { status: 200, json: { path: 'x/y.txt', content: 'hello', size: 5, filename: 'a.txt' } }
  const path = named('"path"')
  const file = named('"file"; filename="a.txt"')
  const type = '\r\nContent-Type: text/plain; charset=utf-8'
  assert.equal(await sendParts([path, 'x/y.txt'], [file, 'hello']), answer)
  assert.equal(await sendParts([file, 'hello'], [path + type, 'x/y.txt']), answer)
  const other = [named('"other"; filename="b.txt"'), 'x'.repeat(500)] as const
  assert.equal(await sendParts(other, [path, 'x/y.txt'], [file + type, 'hello']), answer)
  const unnamed = await sendParts([path, 'x/y.txt'], [named('"file"') + type, 'hello'])
  assert.equal(unnamed, { status: 200, json: { ...answer.json, filename: '' } })
})

test('a file over the limit is 413, names the part and leaves nothing behind', async () => {
  const before = uploads()
  const { status, json } = await send(formWith('x'.repeat(1_001)))
  assert.equal([status, json.code, json.detail], [413, 'too-large', 'The file is larger than 1000 bytes.'])
  assert.equal(json.errors, [{ pointer: '/file', code: 'too-large', detail: 'must have at most 1000 bytes' }])
  assert.is(uploads(), before)
})

test('texts over their limit are 413 with that limit', async () => {
  const form = formWith('x')
  form.append('comment', 'x'.repeat(1_048_577))
  const { status, json } = await send(form)
  assert.equal([status, json.detail], [413, 'The body is larger than 1 MiB.'])
})

test('a file that was not written completely is refused and reported', async () => {
  const path = join(own, 'cut')
  writeFileSync(path, 'half')
  const refused = await folders.mustBeWhole(path, 8).catch((error: Error) => error.name)
  assert.is(refused, 'BlobsUnavailable')
  assert.is(reported.length, 1)
  await folders.mustBeWhole(path, 4)
  assert.is(reported.length, 0, 'the disk is well again')
  for (const name of [path, `${path}.rest`]) rmSync(name)
})

test('a file under another field name is ignored', async () => {
  assert.is((await send(formWith('hello', 'other'))).json.size, 0)
})

test('text fields are decoded like any body', async () => {
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x')
  const { status, json } = await send(form)
  assert.is(status, 400)
  assert.equal(json.errors, [{ pointer: '/path', code: 'required', detail: 'is required' }])
})

test('an upload repeated under an Idempotency-Key is replayed; another file is refused', async () => {
  const key = { 'idempotency-key': 'upload' }
  await send(formWith('hello'), key)
  assert.is((await send(formWith('hello'), key)).headers.get('idempotency-replayed'), 'true')
  assert.is((await send(formWith('other'), key)).status, 422)
})

const withPartHeader = (header: string) =>
  app.send('POST', '/upload', {
    body: `--b\r\n${header}\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="path"\r\n\r\na\r\n--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
for (const [what, header] of [
  [
    'filenames, which take minutes to search',
    `Content-Disposition: form-data; name="file"; ${'filename="'.repeat(60_000)}x`,
  ],
  ['one value, which would be kept in memory', `Content-Disposition: form-data; name="file"; x=${'y'.repeat(20_000)}`],
  ['many headers', 'X: y\r\n'.repeat(6_000)],
] as const)
  test(`long headers of a part are refused: ${what}`, async () => {
    const { status, json } = await withPartHeader(header)
    assert.equal([status, json.code], [400, 'malformed-form'])
    assert.equal(readdirSync(own), [])
  })
test('a part may have a long filename', async () => {
  const { status, json } = await withPartHeader(
    `Content-Disposition: form-data; name="file"; filename="${'a'.repeat(4_000)}"`,
  )
  assert.equal([status, json.filename.length], [200, 4_000])
})

/** Files of uploads that this process has open. */
const openFiles = async () => {
  const handles = await readdir('/proc/self/fd')
  const links = await Promise.all(handles.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return links.filter(link => link.startsWith(own)).length
}
test('an upload that is refused leaves no file open: a node may have only so many', async () => {
  const file = [named('"file"; filename="a.txt"'), 'x'.repeat(200_000)] as const
  const long = `X: ${'y'.repeat(9_000)}`
  const refused = [
    await sendParts([`${file[0]}\r\n${long}`, file[1]]),
    await sendParts([long, 'x'], file),
    await sendParts([named('"path"'), 'x'.repeat(1_048_577)], file),
  ]
  assert.equal(
    refused.map(({ json }) => json.code),
    ['malformed-form', 'malformed-form', 'too-large'],
  )
  // what the refused ones have begun to open is open when another file was written and removed
  await send(formWith('hello'))
  await until(openFiles, open => open === 0)
})

test('a malformed multipart body is a client error', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const { status, json } = await app.send('POST', '/upload', { body: 'no parts here', headers })
  assert.is(status, 400)
  assert.is(json.code, 'malformed-form')
  assert.is((await app.send('POST', '/upload', { json: {} })).status, 415)
})

test('a form sent from a page is read', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { json } = await app.send('POST', '/form', { body: 'decision=Approved&comment=a+b', headers, key: undefined })
  assert.is(json.decision, 'Approved')
})

test.run()
