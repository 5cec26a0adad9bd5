import { generateKeyPairSync } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCloudStorage } from '../../src/adapters/cloud-storage/open.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import { parseRootDir, type ServiceType } from '../../src/domain/cloud/root-dir.ts'
import { type CloudObject, isCloudFailure } from '../../src/ports/cloud-storage.ts'
import type { Cloud } from '../support/servers/clouds.ts'

const otherKeys: Readonly<Record<string, string>> = {
  S3Compatible: 'another-secret',
  AzureBlob: Buffer.from('another key').toString('base64'),
}
const otherPem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The contract of a cloud service adapter, against a server that `start` starts. */
export const cloudStorageContract = (name: string, start: () => Promise<Cloud>) => {
  const test = suite(`a cloud service: ${name}`)
  let cloud: Cloud
  let fetcher: ReturnType<typeof openFetcher>
  test.before(async () => {
    cloud = await start()
    fetcher = openFetcher({ egressAllow: [cloud.host] })
  })
  test.after(async () => {
    await fetcher?.close()
    await cloud?.stop()
  })

  const opened = async (
    more: { rootDir?: string; accessKey?: string; secreteKey?: string; refused?: boolean } = {},
  ) => {
    const root = parseRootDir(cloud.serviceType as ServiceType, more.rootDir ?? cloud.rootDir)
    if (E.isLeft(root)) throw new Error(root.left)
    const own = more.refused ? openFetcher({ egressAllow: [] }) : fetcher
    return openCloudStorage({ fetcher: own, maxObjectBytes: 10_485_760 }).open(root.right, {
      accessKey: more.accessKey ?? cloud.accessKey,
      secretKey: more.secreteKey ?? cloud.secreteKey,
    })
  }
  const listed = async (prefix: string, limit: number): Promise<readonly CloudObject[]> => {
    const storage = await opened()
    const all: CloudObject[] = []
    for (let page: string | undefined; ; ) {
      const answer = await storage.list({ prefix, limit, page })
      if (isCloudFailure(answer)) throw new Error(answer.detail)
      all.push(...answer.objects)
      page = answer.next
      if (page === undefined) return all
    }
  }

  const keys = ['many/a b+c%25 ü.txt', 'many/a/1.txt', 'many/a/deep/2.txt', 'many/b.txt', 'many/é🙂.txt', 'manyx.txt']
  test('lists objects of all levels page by page, each once, in order, with size and time', async () => {
    for (const key of keys) await cloud.put(key, key)
    const all = await listed('many/', 2)
    assert.equal(
      all.map(o => [o.key, o.size]),
      keys.slice(0, 5).map(key => [key, Buffer.byteLength(key)]),
    )
    for (const { modifiedAt } of all) assert.match(modifiedAt, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(await listed('many/', 1000), all)
  })

  test('returns the bytes of an object unchanged, whatever its name', async () => {
    const storage = await opened()
    for (const key of keys) {
      const object = await storage.open(key)
      assert.is(isCloudFailure(object) ? object.code : await text(object.body), key)
    }
    const large = Buffer.alloc(9_000_000, 'endcap ')
    await cloud.put('large.bin', large)
    const object = await storage.open('large.bin')
    assert.ok(!isCloudFailure(object) && (await buffer(object.body)).equals(large))
    await cloud.put('empty', '')
    const empty = await storage.open('empty')
    assert.ok(!isCloudFailure(empty) && (await buffer(empty.body)).length === 0)
  })

  test('reports the failure: missing object, missing bucket, wrong key, refused address', async () => {
    const good = await opened()
    assert.is(await good.check(''), undefined)
    const absent = await good.open('absent')
    assert.is(isCloudFailure(absent) && absent.code, 'not-found')
    const codes = []
    for (const more of [
      { rootDir: `${cloud.rootDir}-absent` },
      { secreteKey: otherKeys[cloud.serviceType] ?? otherPem() },
      { refused: true },
    ])
      codes.push((await (await opened(more)).check(''))?.code)
    assert.equal(codes, ['bucket-missing', 'key-refused', 'address-refused'])
  })

  test('reports an unknown access key or account', async () => {
    const failure = await (await opened({ accessKey: 'nobodyhere' })).check('')
    assert.is(failure?.code, cloud.serviceType === 'AzureBlob' ? 'resource-missing' : 'key-refused')
  })

  test('a failure contains no credentials', async () => {
    const secret = 'c2VjcmV0LW9mLW5vYm9keQ=='
    for (const more of [{ secreteKey: secret }, { secreteKey: secret, refused: true }]) {
      const failure = JSON.stringify(await (await opened(more)).check(''))
      assert.not.match(failure, secret)
      assert.not.match(failure, cloud.accessKey)
    }
  })

  test('never requests a name that would leave its prefix', async () => {
    await cloud.put('outside.txt', 'outside')
    const storage = await opened()
    for (const key of ['many/../outside.txt', 'many/./b.txt', '../outside.txt', 'many/a/../../outside.txt']) {
      const object = await storage.open(key)
      assert.is(isCloudFailure(object) && object.code, 'name-refused', key)
    }
  })

  test('an empty listing is not a failure', async () => {
    assert.equal(await listed('nothing/here/', 10), [])
  })

  return test
}
