import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, keyPair } from '../support/memory/secrets.ts'
import { ended } from '../support/programs/cli.ts'
import { onMongo, startMongo } from '../support/servers/mongodb.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { assertOneLineError, campaignsOf, newCampaign, verified } from './assertions.ts'

const [old, fresh] = [keyPair('old'), keyPair('new')]
const refusal = /^SECRETS_KEY .*is not the key that these stores were sealed under: put back the old key, or keep it/
const start = (env: Readonly<Record<string, string>>) =>
  ended(process.execPath, ['src/node/main.ts'], { PORT: '0', ...env })

const tested = (
  where: string,
  stores: (folder: string) => Promise<readonly [Record<string, string>, () => unknown]>,
) => {
  const test = suite(`SECRETS_KEY with stores in ${where}`)

  test('starting with another key fails with one line that shows no key; a new key followed by the old one opens everything', () =>
    inFolder(async folder => {
      const [env, close] = await stores(folder)
      const running: Service[] = []
      const serve = async (of: Record<string, string>) => {
        const service = await startService(of)
        running.push(service)
        return service
      }
      try {
        const first = await serve({ ...env, SECRETS_KEY: old })
        await provision(first)
        assert.is((await newCampaign(first, 'kept')).status, 200)
        await first.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
        await first.stop()

        const refused = await start({ ...env, SECRETS_KEY: fresh })
        assertOneLineError(refused, refusal)
        for (const pair of [old, fresh]) assert.not.ok(refused.err.includes(pair.split(':')[1] ?? pair))

        const rotated = { ...env, SECRETS_KEY: `${fresh},${old}` }
        const second = await serve(rotated)
        assert.ok((await campaignsOf(second)).includes('kept'))
        const { approvers } = await second.must('GET', `${account}/retail-settings`)
        assert.is(approvers[0].userEmail, 'ann@example.com')
        await second.stop()
        await verified(rotated)
      } finally {
        // stopping twice does no harm
        for (const { stop } of running) await stop()
        await close()
      }
    }))

  test.run()
}

tested('one folder', async folder => [{ DATA_DIR: join(folder, 'data'), MONGODB_URL: '' }, () => undefined])
onMongo('SECRETS_KEY with secrets in MongoDB', () =>
  tested('a folder and MongoDB', async folder => {
    const mongo = await startMongo()
    return [{ DATA_DIR: join(folder, 'data'), MONGODB_URL: mongo.url }, mongo.close]
  }),
)
