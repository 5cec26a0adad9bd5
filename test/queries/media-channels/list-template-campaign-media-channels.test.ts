import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { channelUses, useOf } from '../../../projections/media-channels/channel-uses.ts'
import { mediaChannels } from '../../../projections/media-channels/media-channels.ts'
import { accounts } from '../../../projections/provisioning/accounts.ts'
import { organisations } from '../../../projections/provisioning/organisations.ts'
import { templateCampaigns } from '../../../projections/provisioning/template-campaigns.ts'
import { listTemplateCampaignMediaChannels } from '../../../queries/media-channels/list-template-campaign-media-channels.ts'
import { systemClock } from '../../../src/adapters/clock/system.ts'
import { templateCampaignId } from '../../../src/domain/provisioning/template-campaign-id.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import type { Query, ReadModels } from '../../../src/ports/read-models.ts'
import {
  accountConfigured,
  organisationConfigured,
  templateCampaignConfigured,
} from '../../support/examples/provisioning.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'
import { testSecrets } from '../../support/service/http.ts'

const test = suite('media channels of a template campaign')

test('whether a channel is used is found without counting its campaigns, which may be a hundred thousand', async () => {
  const views = memoryReadModels()
  views.put(organisations, 'org1', organisationConfigured().data)
  views.put(accounts, 'acme', accountConfigured().data)
  const template = templateCampaignConfigured({ mediaChannelIdxs: [] })
  views.put(templateCampaigns, templateCampaignId('acme', 1), template.data)
  const channel = { activationConfiguration: { tagGeneration: true, creativeGeneration: false } }
  for (const idx of [1, 2]) {
    const shown = {
      orgId: 'org1',
      idx,
      name: `Channel ${idx}`,
      adServerId: 'dsp1',
      status: 'Enabled',
      type: 'Off-site',
    }
    views.put(mediaChannels, `org1:${idx}`, { ...shown, channel })
  }
  for (const idx of [1, 2, 3]) views.put(channelUses, `acme:${idx}`, { use: useOf('acme', 1, 2) })
  const asked: Query[] = []
  const readModels: ReadModels = {
    ...views,
    find: (view, query) => {
      if (view.name === channelUses.name) asked.push(query)
      return views.find(view, query)
    },
  }
  const request = {
    params: { accountId: 'acme', templateCampaignIdx: 1 },
    query: { filters: [], limit: 25, offset: 0 },
    origin: 'http://ads.test',
  }
  const ports = { readModels, secrets: testSecrets, clock: systemClock } as Partial<Ports> as Ports
  const answer = await listTemplateCampaignMediaChannels.run(request as never, ports)
  const { json } = (answer as { readonly right: { readonly json: string } }).right
  const shown: readonly { isUtilized: boolean }[] = JSON.parse(json).mediaChannels
  assert.equal(
    shown.map(({ isUtilized }) => isUtilized),
    [false, true],
  )
  assert.equal(
    asked.map(({ counted, limit }) => [counted, limit]),
    [
      [false, 1],
      [false, 1],
    ],
  )
})

test.run()
