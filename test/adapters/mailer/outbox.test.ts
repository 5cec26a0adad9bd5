import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openMailer } from '../../../src/adapters/mailer/open-mailer.ts'
import { inFolder } from '../../support/memory/secrets.ts'
import { leavesOf, mail, readMime, typeOf } from '../../support/servers/mail-server.ts'

const test = suite('mail: outbox')

const outboxIn = async (dataDir: string) => {
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const logger = { debug: note, info: note, warn: note, error: note }
  const options = { dataDir, smtpUrl: undefined, mailFrom: 'Endcap <endcap@ads.test>', publicUrl: undefined, logger }
  return { mailer: await openMailer(options), lines }
}

test('without SMTP_URL each mail is written to an .eml file, and only the path of the file is logged', () =>
  inFolder(async folder => {
    const { mailer, lines } = await outboxIn(folder)
    const picture = {
      cid: 'preview-1@endcap',
      filename: 'p.png',
      contentType: 'image/png',
      content: Buffer.from('png'),
    }
    assert.is(await mailer.send(mail({ inline: [picture] })), undefined)
    await mailer.close()
    assert.equal(await readdir(join(folder, 'outbox')), ['approval-acme-7-1-a1.eml'])
    const read = readMime(await readFile(join(folder, 'outbox', 'approval-acme-7-1-a1.eml'), 'utf8'))
    assert.is(read.headers.get('message-id'), '<approval-acme-7-1-a1@endcap.localhost>')
    assert.is(read.headers.get('to'), 'Ann Approver <ann@example.com>')
    assert.equal(leavesOf(read).map(typeOf), ['text/plain', 'text/html', 'image/png'])
    assert.is(lines.length, 1)
    assert.equal(lines[0], [
      { file: resolve(folder, 'outbox', 'approval-acme-7-1-a1.eml') },
      'mail written to the outbox (SMTP_URL is not set)',
    ])
  }))

test('a long link can be copied from the file as it is', () =>
  inFolder(async folder => {
    const { mailer } = await outboxIn(folder)
    const link = `https://ads.test/approvals/${'a1_-'.repeat(60)}?from=mail`
    await mailer.send(mail({ text: `Grüße\n${link}\n`, html: `<p>Grüße <a href="${link}">Decide</a></p>` }))
    await mailer.close()
    const file = await readFile(join(folder, 'outbox', 'approval-acme-7-1-a1.eml'), 'utf8')
    assert.ok(file.includes(`Grüße\r\n${link}`))
    assert.ok(file.includes(`href="${link}"`))
  }))

test('a retry overwrites the same file, and no name leads outside the folder', () =>
  inFolder(async folder => {
    const { mailer } = await outboxIn(folder)
    await mailer.send(mail())
    await mailer.send(mail({ subject: 'again' }))
    await mailer.send(mail({ messageId: '../../escaped/../x' }))
    await mailer.close()
    assert.equal((await readdir(folder)).sort(), ['outbox'])
    const names = await readdir(join(folder, 'outbox'))
    assert.is(names.length, 2)
    assert.ok(names.every(name => name.endsWith('.eml') && !name.startsWith('.part')))
  }))

test.run()
