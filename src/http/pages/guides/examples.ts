import { html } from '../../../pages/html.ts'
import { type Area, anchorOf, areas, commandOf } from '../../openapi/areas.ts'
import { code, type Guide } from './guide.ts'

const section = ({ name, about, example }: Area) => html`<h2 id="${anchorOf(name)}">${name}</h2>
<p>${about}</p>
${code(`# ${example.shows}\n${commandOf(example)}`)}`

export const examples: Guide = {
  title: 'Examples',
  lead: 'A call for each area, to paste into a shell while the demo runs.',
  body: html`
<p><code>npm run demo -- --serve</code> makes two campaigns, keeps serving them, and prints the three lines that the examples need:</p>
${code(`
URL=http://127.0.0.1:8080
ACCOUNT=fernhollow-uk
KEY=svc_…
`)}
<p>The areas are in the order in which a campaign meets them. With another account and key, use the numbers of its own campaigns.</p>
${areas.map(section)}`,
}
