import * as assert from 'uvu/assert'
import type { Answered, Service } from '../service/service.ts'

/**
 * Sends an invalid request and asserts that the response is a clear problem, nothing is appended, and the process keeps
 * running. Returns the problem.
 */
export const refuser =
  (service: () => Service) =>
  async (status: number, code: string, ...call: Parameters<Service['call']>): Promise<Answered['json']> => {
    const position = async () => (await service().call('GET', '/v2/org/org1')).headers.get('endcap-position')
    const before = await position()
    const answered = await service().call(...call)
    const what = `${call[0]} ${call[1]} ${JSON.stringify(call[2])?.slice(0, 200)}: ${answered.text.slice(0, 300)}`
    assert.equal([answered.status, answered.json?.code], [status, code], what)
    assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.is(answered.json.message, answered.json.detail)
    assert.is(await position(), before, `nothing appended by ${what}`)
    assert.is((await service().call('GET', '/healthz', undefined, { key: undefined })).status, 200)
    return answered.json
  }

/** The body with one member removed, set to null, or set to another value. */
export const without = (body: object, member: string): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member))
