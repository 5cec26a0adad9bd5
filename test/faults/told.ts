import * as assert from 'uvu/assert'
import { type Ended, endcap } from '../support/programs/cli.ts'
import type { LogLine, NodeProcess } from '../support/programs/node-process.ts'
import type { Answered, Service } from '../support/service/service.ts'
import { account } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const warning = 40

/** What an operator who reads warnings and worse has read so far, from a line on. */
export const alarms = (node: NodeProcess, from = 0): readonly LogLine[] =>
  node
    .logged()
    .slice(from)
    .filter(({ level }) => level >= warning)

/** The same, once there are so many: lines take a moment to come over. */
export const alarmed = (node: NodeProcess, from: number, count: number): Promise<readonly LogLine[]> =>
  until(
    async () => alarms(node, from),
    lines => lines.length >= count,
  )

/** A write without any other of the tests' data. */
export const newCampaign = (service: Service, retailCampaignName: string, headers: Record<string, string> = {}) =>
  service.call(
    'POST',
    `${account}/retail-campaigns`,
    { retailCampaignName, templateCampaignIdx: 1, assetSourceType: 'uploadAsset' },
    { headers },
  )

/** The names of the campaigns that a list shows. */
export const campaignsOf = async (service: Service): Promise<readonly string[]> => {
  const listed = await service.call('GET', `${account}/retail-campaigns?limit=100`)
  assert.is(listed.status, 200, listed.text)
  return listed.json.retailCampaigns.map((c: { retailCampaignName: string }) => c.retailCampaignName)
}

/** What a client is told while a store is away: which, and when to come back; nothing of addresses. */
export const toldAway = (answered: Answered, store: RegExp): void => {
  assert.equal([answered.status, answered.json?.code], [503, 'store-unavailable'], answered.text)
  assert.match(answered.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.match(answered.headers.get('retry-after') ?? '', /^\d+$/)
  assert.match(answered.json.detail, store, answered.text)
  assert.not.match(answered.text, /127\.0\.0\.1:\d+ |ECONN|Error:/)
}

export const readiness = (node: Service) => node.call('GET', '/readyz', undefined, { key: undefined })

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

/** Everything in the stores is as the log says. */
export const verified = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const { code, out, err } = await endcap(['verify', '--json'], env)
  assert.is(code, 0, `${out}${err}`)
}

/** One line for a person, no stack, and an exit code that whoever watches the process sees. */
export const toldInOneLine = ({ code, out, err }: Ended, must: RegExp): void => {
  assert.ok(code !== 0 && code !== null, `exit code ${code}`)
  assert.is(out, '')
  assert.match(err, /^[^\n]+\n$/)
  assert.match(err, must)
  assert.not.match(err, /\bat .*:\d+:\d+|node:internal|Error:/)
}
