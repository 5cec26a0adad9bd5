import * as assert from 'uvu/assert'
import type { Ended } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import type { LogLine, NodeProcess } from '../support/programs/node-process.ts'
import type { Answered, Service } from '../support/service/service.ts'
import { account } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const warning = 40

/** Log lines of level warning or above, from a line on. */
export const alarms = (node: NodeProcess, from = 0): readonly LogLine[] =>
  node
    .logged()
    .slice(from)
    .filter(({ level }) => level >= warning)

/** Waits for `count` such lines; they arrive with a delay. */
export const alarmed = (node: NodeProcess, from: number, count: number): Promise<readonly LogLine[]> =>
  until(
    async () => alarms(node, from),
    lines => lines.length >= count,
  )

/** A write that depends on no other test data. */
export const newCampaign = (service: Service, retailCampaignName: string, headers: Record<string, string> = {}) =>
  service.call(
    'POST',
    `${account}/retail-campaigns`,
    { retailCampaignName, templateCampaignIdx: 1, assetSourceType: 'uploadAsset' },
    { headers },
  )

/** The names of the campaigns in the list. */
export const campaignsOf = async (service: Service): Promise<readonly string[]> => {
  const listed = await service.call('GET', `${account}/retail-campaigns?limit=100`)
  assert.is(listed.status, 200, listed.text)
  return listed.json.retailCampaigns.map((c: { retailCampaignName: string }) => c.retailCampaignName)
}

/** Asserts the response while a store is unavailable: it names the store, has Retry-After, and shows no addresses. */
export const assertUnavailable = (answered: Answered, store: RegExp): void => {
  assert.equal([answered.status, answered.json?.code], [503, 'store-unavailable'], answered.text)
  assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.match(answered.headers.get('retry-after') ?? '', /^\d+$/)
  assert.match(answered.json.detail, store, answered.text)
  assert.not.match(answered.text, /127\.0\.0\.1:\d+ |ECONN|Error:/)
}

export const readiness = (node: Service) => node.call('GET', '/readyz', undefined, { key: undefined })

/** Waits until the metrics show that the node is not ready, and no positions of the stores. */
export const unreadInMetrics = (node: Service): Promise<Answered> =>
  until(
    () => node.call('GET', '/metrics', undefined, { key: undefined }),
    ({ text }) => /^endcap_ready 0$/m.test(text) && /^endcap_projection_lag_positions\{view="all"\} nan$/im.test(text),
  )

/** Waits until the node says that it is ready. */
export const ready = (node: Service): Promise<Answered> =>
  until(
    () => readiness(node),
    ({ status }) => status === 200,
  )

/** Waits until every view is built and reflects the whole log. */
export const settled = (node: Service): Promise<Answered> =>
  until(
    () => readiness(node),
    ({ json }) => json.ready && json.details.reflected === json.details.head,
  )

/** Asserts that everything in the stores matches the log. */
export const verified = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const { code, out, err } = await endcap(['verify', '--json'], env)
  assert.is(code, 0, `${out}${err}`)
}

/** Asserts a single error line without a stack trace, and a non-zero exit code. */
export const assertOneLineError = ({ code, out, err }: Ended, must: RegExp): void => {
  assert.ok(code !== 0 && code !== null, `exit code ${code}`)
  assert.is(out, '')
  assert.match(err, /^[^\n]+\n$/)
  assert.match(err, must)
  assert.not.match(err, /\bat .*:\d+:\d+|node:internal|Error:/)
}
