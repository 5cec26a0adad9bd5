import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { escapeHtml, html, oneLine, raw, safeUrl } from '../../src/pages/html.ts'
import { count, day, moment, period } from '../../src/pages/wording.ts'

const plain = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').replace(/\r\n?/g, '\n')

test('text appears on a page exactly as it was typed and never becomes markup', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`<>"'&/=a;#\r\n`) })),
      text => {
        const fragment = parseFragment(html`<p title="${text}">${text}</p>`.markup)
        const [p] = fragment.childNodes as unknown as [
          { attrs: { value: string }[]; childNodes: { value: string; nodeName: string }[] },
        ]
        assert.is(fragment.childNodes.length, 1)
        assert.is(p.attrs.length, 1)
        assert.is(p.attrs[0]!.value, plain(text))
        assert.is(p.childNodes.map(n => n.value).join(''), plain(text))
        assert.ok(p.childNodes.every(n => n.nodeName === '#text'))
      },
    ),
  )
})

test('markup is escaped once, and absent values render nothing', () => {
  assert.is(
    html`<ul>${['a', 'b<'].map(x => html`<li>${x}</li>`)}</ul>${undefined}${null}${false}${0}`.markup,
    '<ul><li>a</li><li>b&lt;</li></ul>0',
  )
  assert.is(html`${raw('<b>')}`.markup, '<b>')
  assert.is(escapeHtml('\ud800'), '\ufffd')
})

test('an unsafe URL becomes #', () => {
  for (const bad of [
    'javascript:alert(1)',
    ' JaVaScript:1',
    'java\nscript:1',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'vbscript:1',
    '',
    'x',
  ])
    assert.is(safeUrl(bad), '#', bad)
  assert.is(safeUrl(undefined), '#')
  assert.is(safeUrl('/previews/1.png?s=a%20b'), '/previews/1.png?s=a%20b')
  assert.is(safeUrl('https://shop.example/a"b'), 'https://shop.example/a%22b')
})

test('oneLine removes line breaks and bidirectional marks', () => {
  assert.is(oneLine('a\r\nBcc: b\u2028c\u202e\u2066d\u0000'), 'a Bcc: b cd')
  assert.is(oneLine('😀😀😀😀', 3), '😀😀…')
})

test('formats dates and counts', () => {
  assert.is(day('2026-03-03'), '3 March 2026')
  assert.is(moment('2026-03-03T14:05:00.000Z'), '3 March 2026, 14:05 UTC')
  assert.is(moment('<x>'), '<x>')
  assert.is(period('2026-03-01', '2026-04-15')!.replace(/\s/g, ' '), '1 March – 15 April 2026')
  assert.is(period('2026-04-15', '2026-03-01'), '15 April 2026 – 1 March 2026')
  assert.is(period(undefined, '2026-04-15'), 'until 15 April 2026')
  assert.is(period('2026-04-15', undefined), 'from 15 April 2026')
  assert.is(period(undefined, undefined), undefined)
  assert.is(`${count(1, 'preview')} ${count(0, 'preview')}`, '1 preview 0 previews')
})

test.run()
