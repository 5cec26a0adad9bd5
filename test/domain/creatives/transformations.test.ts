import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { savedMessage } from '../../../src/domain/creatives/saved-message.ts'
import type { TransformationRequest } from '../../../src/domain/creatives/transformation.ts'
import {
  type ColumnTransformation,
  transformationStyle,
  unknownTransformationTypes,
  unreadMembers,
} from '../../../src/domain/creatives/transformations.ts'

const of = (type: string, transformation: Record<string, unknown>, more: Partial<ColumnTransformation> = {}) =>
  ({ column: 'headline', type, transformation, isActive: true, isArchived: false, ...more }) as ColumnTransformation
/** The declarations of one transformation. */
const css = (type: string, transformation: Record<string, unknown>): string =>
  /^\[data-asset="headline"\]\{(.*)\}$/.exec(transformationStyle([of(type, transformation)]))?.[1] ?? ''

const known: readonly (readonly [type: string, given: Record<string, unknown>, css: string])[] = [
  ['crop', { x: 10, y: 5, width: 50, height: 80 }, 'clip-path:inset(5% 40% 15% 10%)!important'],
  ['crop', { x: 60, y: 0, width: 60, height: 100 }, 'clip-path:inset(0% 0% 0% 60%)!important'],
  [
    'resize',
    { width: 120, height: '50%', fit: 'cover' },
    'width:120px!important;height:50%!important;object-fit:cover!important',
  ],
  ['position', { x: 4, y: '-2em' }, 'translate:4px -2em!important'],
  ['position', { x: 4 }, 'translate:4px 0px!important'],
  [
    'textStyle',
    { fontSize: 14, fontFamily: 'Noto Sans, Arial', fontWeight: 700, fontStyle: 'italic', textAlign: 'center' },
    'font-size:14px!important;font-family:"Noto Sans", "Arial"!important;font-weight:700!important;font-style:italic!important;text-align:center!important',
  ],
  [
    'textStyle',
    { fontFamily: `"Open Sans", 'Noto Sans', Arial, Sans-Serif` },
    'font-family:"Open Sans", "Noto Sans", "Arial", sans-serif!important',
  ],
  ['textStyle', { fontFamily: 'monospace' }, 'font-family:monospace!important'],
  [
    'textStyle',
    { lineHeight: 1.2, letterSpacing: '0.5px', textTransform: 'uppercase', fontWeight: 'bold' },
    'font-weight:bold!important;line-height:1.2!important;letter-spacing:0.5px!important;text-transform:uppercase!important',
  ],
  [
    'colour',
    { color: '#fff', backgroundColor: 'rgb(1 2 3 / 50%)' },
    'color:#fff!important;background-color:rgb(1 2 3 / 50%)!important',
  ],
  ['visibility', { visible: false }, 'visibility:hidden!important'],
  ['visibility', { visible: true }, 'visibility:visible!important'],
]
for (const [type, given, wanted] of known)
  test(`${type} of ${JSON.stringify(given)} is rendered`, () => assert.is(css(type, given), wanted))

test('values in an unexpected form are dropped', () => {
  assert.is(
    css('colour', { color: 'red;} body{display:none', backgroundColor: '#00f' }),
    'background-color:#00f!important',
  )
  assert.is(css('resize', { width: '100vw', height: 1e9, fit: 'stretch' }), '')
  assert.is(css('crop', { x: 1, y: 1, width: 101, height: 1 }), '')
  assert.is(css('crop', { x: 1, y: 1, width: 10 }), '')
  assert.is(css('visibility', { visible: 'no' }), '')
  assert.is(css('textStyle', { fontFamily: 'a";}', fontWeight: 0, lineHeight: -1 }), '')
  for (const fontFamily of ['"', '"a', `"a'`, `"a'b"`, 'a"b"', '"a" "b"', 'a, "b', `'"a"'`])
    assert.is(css('textStyle', { fontFamily }), '', fontFamily)
})
test('archived and inactive transformations are not rendered', () => {
  const given = { visible: false }
  assert.is(transformationStyle([of('visibility', given, { isActive: false })]), '')
  assert.is(transformationStyle([of('visibility', given, { isArchived: true })]), '')
})
test('a later transformation of the same element comes after the earlier one and takes precedence', () => {
  const style = transformationStyle([of('colour', { color: '#111' }), of('colour', { color: '#222' })])
  assert.ok(style.indexOf('#111') < style.indexOf('#222'))
})
test('each transformation changes only the elements of its own column', () =>
  assert.is(
    transformationStyle([of('colour', { color: 'red' }, { column: 'price' })]),
    '[data-asset="price"]{color:red!important}',
  ))
test('unknown types are skipped, and known ones are still rendered', () =>
  assert.is(
    transformationStyle([of('sparkle', { much: true }), of('colour', { color: 'red' })]),
    '[data-asset="headline"]{color:red!important}',
  ))
test('names inherited from Object are not types', () => {
  for (const type of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) assert.is(css(type, { a: 1 }), '')
})

const asset = (...types: readonly (string | undefined)[]) => ({
  columnName: 'headline',
  columnValue: 'x',
  adUnitTransformations: [
    { adUnitId: 1, transformations: types.map(type => (type === undefined ? {} : { type, transformation: {} })) },
  ],
})
test('types that are not rendered are reported once each, in order', () => {
  assert.equal(unknownTransformationTypes([asset('crop', 'sparkle'), asset('glow', 'sparkle', undefined)]), [
    'glow',
    'none',
    'sparkle',
  ])
  assert.equal(
    unknownTransformationTypes([asset('crop', 'resize', 'position', 'textStyle', 'colour', 'visibility')]),
    [],
  )
  assert.equal(unknownTransformationTypes([asset('toString')]), ['toString'])
  assert.equal(unknownTransformationTypes([{ ...asset('sparkle'), columnValue: null }]), [], 'nothing is stored')
})
test('values of rendered types that are not rendered are reported by their members', () => {
  const sent = (...transformations: TransformationRequest[]) => [
    { columnName: 'headline', columnValue: 'Hi', adUnitTransformations: [{ adUnitId: 1, transformations }] },
  ]
  for (const [type, transformation] of known) assert.equal(unreadMembers(sent({ type, transformation })), [], type)
  const faulty = sent(
    { type: 'textStyle', transformation: { fontWeight: '700', fontSize: '2em', lineHeight: null, note: 'kept' } },
    { type: 'colour', transformation: { color: 'url(x)' } },
    { type: 'colour', transformation: { color: 'var(--brand)' } },
    { type: 'crop', transformation: { x: '1', y: 1, width: 10 } },
    { type: 'sparkle', transformation: { much: {} } },
    { type: 'position' },
  )
  const members = ['colour.color', 'crop.height', 'crop.x', 'textStyle.fontWeight']
  assert.equal(unreadMembers(faulty), members)
  assert.is(
    savedMessage('Pot', 1, faulty),
    `Creative Pot was saved. Stored but not rendered: transformations of type sparkle. Not rendered, as missing or of another form: ${members.join(', ')}.`,
  )
  assert.equal(unreadMembers(faulty.map(asset => ({ ...asset, columnValue: null }))), [], 'nothing is stored')
})
test('a stylesheet contains only its declarations, whatever the input', () => {
  const type = fc.constantFrom('crop', 'resize', 'position', 'textStyle', 'colour', 'visibility')
  const member = fc.constantFrom(
    'x',
    'y',
    'width',
    'height',
    'fit',
    'color',
    'backgroundColor',
    'fontFamily',
    'fontSize',
  )
  const hostile = fc.constantFrom(
    `"a', "b`,
    `'";x:y'`,
    'red}',
    'url(//x)',
    '</style>',
    'a;b',
    '1px;x:y',
    '"',
    '\\',
    '/*',
    '@import',
    'red',
    5,
    '5px',
  )
  const values = fc.dictionary(member, fc.oneof(hostile, fc.string({ maxLength: 12 }), fc.double()))
  fc.assert(
    fc.property(type, values, fc.string(), (kind, given, column) => {
      const style = transformationStyle([of(kind, given, { column })])
      const [, body = ''] = /^\[data-asset="[^"\\\n]*"\]\{([^{}]*)\}$/.exec(style) ?? []
      assert.ok(style === '' || body !== '', style)
      assert.not.match(body, /[<>@\\]|url|\/\*/)
      for (const one of body.split(';')) assert.ok(one === '' || /^[a-z-]+:[^:;]+!important$/.test(one), one)
    }),
  )
})

test.run()
