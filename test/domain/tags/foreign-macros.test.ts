import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { macrosOf, withValues } from '../../../src/domain/tags/ad-server-macros.ts'
import { pixelKey, pixelUrl } from '../../../src/domain/tags/impression-pixel.ts'

const filled = (parameters: string) =>
  withValues(`https://t.example/i?${parameters}`, { cachebuster: '9', gdpr: '1', consent: 'CP' })
const at = { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3, publicUrl: 'https://ads.example' }

test('macros of other ad servers get the values of the impression', () => {
  for (const macro of [
    '%%CACHEBUSTER%%',
    '%%TTD_CACHEBUSTER%%',
    '$' + '{CACHEBUSTER}',
    '[timestamp]',
    '[TIMESTAMP]',
    '[CACHEBUSTER]',
    '[CACHEBUSTING]',
    '[RANDOM]',
    '[random]',
    '[%FT_RANDOM%]',
    '%n',
  ])
    assert.is(filled(`a=1&r=${macro}`), 'https://t.example/i?a=1&r=9', macro)
  assert.is(filled('g=$' + '{GDPR}&c=$' + '{GDPR_CONSENT_278}&d=[GDPRCONSENT]'), 'https://t.example/i?g=1&c=CP&d=CP')
})

test('a parameter with an unknown macro is left out of the request, and the others stay', () => {
  for (const macro of [
    '%%SITE%%',
    '$' + '{US_PRIVACY}',
    '$' + '{GPP_STRING_2}',
    '[PLACEMENTTYPE]',
    '[%FT_X%]',
    '%u',
    '%eaid!',
  ])
    for (const parameters of [`a=1&u=${macro}&b=2`, `u=${macro}&a=1&b=2`, `a=1&b=2&u=x-${macro}-y`])
      assert.is(filled(parameters), 'https://t.example/i?a=1&b=2', parameters)
  assert.is(filled('u=%%SITE%%'), 'https://t.example/i')
  assert.is(withValues('https://t.example/i;ord=[timestamp];u=%u', { cachebuster: '9' }), 'https://t.example/i;ord=9')
  assert.is(filled('to=%%SITE%%{redirect}'), 'https://t.example/i?to={redirect}')
})

test('what only looks like a macro stays as it is', () => {
  for (const parameters of [
    'ids[]=1&a[b]=2',
    'a=%25%c3%bc',
    'a=100%&b=%',
    'a={x}&b=$x',
    'a[size]=1',
    'a[Size]=1',
    '%number=1',
  ])
    assert.is(filled(parameters), `https://t.example/i?${parameters}`)
})

test('without scripts the macros of others become those of the ad server, which knows its own', () => {
  const tracker = 'https://t.example/i?r=%%CACHEBUSTER%%&u=%%SITE%%&c=$' + '{GDPR_CONSENT_278}'
  const own = ['https://t.example/i?r=$', '{CACHEBUSTER}&c=$', '{GDPR_CONSENT_278}'].join('')
  assert.is(pixelUrl(tracker, at, macrosOf('dsp')), own)
  assert.is(pixelUrl(tracker, at, undefined), `https://ads.example/serve/acme/12/3/impression/${pixelKey(tracker)}`)
})

test.run()
