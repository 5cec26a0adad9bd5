import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addressOf } from '../../../src/http/security/client-address.ts'

const test = suite('the address of a client')
const of = (proxies: number, forwarded?: string | string[], remoteAddress: string | undefined = '192.0.2.7') =>
  addressOf(
    { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, socket: { remoteAddress } },
    proxies,
  )

test('is that of the connection unless proxies are trusted', () => {
  assert.is(of(0), '192.0.2.7')
  assert.is(of(0, '198.51.100.1'), '192.0.2.7')
  assert.is(of(1), '192.0.2.7')
})

test('is the entry of the outermost trusted proxy: entries before it are the client’s own words', () => {
  assert.is(of(1, '198.51.100.1'), '198.51.100.1')
  assert.is(of(1, '1.1.1.1, 2.2.2.2,198.51.100.1'), '198.51.100.1')
  assert.is(of(2, '1.1.1.1, 198.51.100.1, 10.0.0.1'), '198.51.100.1')
  assert.is(of(2, ['1.1.1.1, 198.51.100.1', '10.0.0.1']), '198.51.100.1')
})

test('is that of the connection when the header is shorter than the chain of proxies, or unreadable', () => {
  assert.is(of(2, '198.51.100.1'), '192.0.2.7')
  for (const header of ['', 'unknown', '_hidden', 'x'.repeat(5_000), '198.51.100.1, '])
    assert.is(of(1, header), '192.0.2.7', header.slice(0, 20))
  assert.is(addressOf({ headers: {}, socket: {} }, 0), 'unknown')
})

test('has one spelling, without a port', () => {
  for (const text of ['198.51.100.1', '198.51.100.1:4711', '::ffff:198.51.100.1', '[::ffff:198.51.100.1]:4711'])
    assert.is(of(1, text), '198.51.100.1')
})

test('is the network of an IPv6 address: its holder chooses the rest', () => {
  for (const text of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '[2001:db8:1:2::9]:443'])
    assert.is(of(1, text), '2001:db8:1:2::/64')
  assert.is.not(of(1, '2001:db8:1:3::1'), '2001:db8:1:2::/64')
  assert.is(of(0, undefined, '::1'), '::/64')
})

test.run()
