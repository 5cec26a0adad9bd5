import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const files = [
  ['contact-sheet.png', 'every creative in every size'],
  ['templates.png', 'ad templates of four brands'],
  ['tags.csv', 'the ad tags; `tag.html` shows them while the demo serves'],
  ['png@2x.zip', 'the pictures, with a manifest'],
  ['summary.md', 'what was created, and how long it took'],
] as const

/** What to look at after the demo, a line each. `folder`: its output; `serves`: whether the demo keeps its service running. */
export const openNext = (folder: string, serves: boolean): readonly string[] => [
  ...files.map(([file, shown]) => `- ${pathToFileURL(join(folder, file)).href}: ${shown}`),
  ...(serves
    ? []
    : [
        '- `npm run demo -- --serve` keeps the service running: it prints the addresses of console and documentation, and a key',
      ]),
]
