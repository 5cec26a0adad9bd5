import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { openModel } from '../../../src/adapters/template-generator/model/open-model.ts'
import { composeTemplate } from '../../../src/domain/templates/compose/compose.ts'
import { chatModel, template } from '../../support/servers/chat-model.ts'
import { brand } from '../../support/templates/brands.ts'
import { templateGeneratorContract } from '../template-generator.contract.ts'

/** The size that a prompt names. */
const sizeIn = (text: string) => {
  const [, width = '300', height = '250'] = /template of (\d+)x(\d+) pixels/.exec(text) ?? []
  return { width: Number(width), height: Number(height) }
}

templateGeneratorContract('a model', async ({ checks }) => {
  const server = await chatModel((response, asked, n) => {
    const content = asked.messages[1]?.content ?? ''
    const html = composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, sizeIn(content))
    // an edit gives another template
    template(content.startsWith('Change') ? html.replace('Spring starts here', 'Changed') : html)(response, asked, n)
  })
  const fetcher = openFetcher({ egressAllow: [server.host] })
  const settings = {
    url: server.url,
    model: 'test-model',
    key: 'the-key-of-the-model',
    // far more than a busy machine needs
    timeoutMs: 180_000,
    maxTokens: 16_000,
  }
  return {
    generator: openModel({ settings, fetcher, checks }),
    close: async () => {
      await fetcher.close()
      await server.stop()
    },
  }
})
