import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../support/memory/secrets.ts'
import { bareEnvironment } from '../support/programs/bare-environment.ts'

const test = suite('the demo as a whole')
const demo = fileURLToPath(new URL('../../examples/demo.ts', import.meta.url))
const run = (output: string) =>
  promisify(execFile)(process.execPath, [demo, '--output', output], { env: bareEnvironment() })

/** Numbers of the summary that a newcomer sees at once if a step of the demo breaks. */
type Summary = Readonly<
  Record<'pictures' | 'feedPictures' | 'videos' | 'tags' | 'creativesAtDsp' | 'templates', number>
>

test('a newcomer who runs the demo gets pictures, videos, tags, creatives at the DSP and templates', () =>
  inFolder(async folder => {
    const { stdout } = await run(folder)
    const summary: Summary = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8'))
    for (const name of ['pictures', 'feedPictures', 'videos', 'tags', 'creativesAtDsp', 'templates'] as const)
      assert.ok(summary[name] > 0, `${name} is ${summary[name]}`)
    assert.match(stdout, `Created ${summary.pictures + summary.feedPictures} images`)
    const made = await readdir(folder)
    for (const file of ['contact-sheet.png', 'templates.png', 'tags.csv', 'tag.png', 'png@2x.zip', 'mp4.zip'])
      assert.ok(made.includes(file), `${file} is missing`)
    const sheets = (await readdir(join(folder, 'templates'))).filter(name => name.endsWith('.png'))
    assert.equal(sheets.toSorted(), ['design.png', 'guideline.png', 'page.png', 'pictures.png'])
  }))

test('a folder with files of somebody else is left alone', () =>
  inFolder(async folder => {
    await writeFile(join(folder, 'letter.txt'), 'mine')
    const refused = await run(folder).then(
      () => undefined,
      error => error,
    )
    assert.is(refused?.code, 2)
    assert.match(refused.stderr, 'is not empty')
    assert.equal(await readdir(folder), ['letter.txt'])
  }))

test.run()
