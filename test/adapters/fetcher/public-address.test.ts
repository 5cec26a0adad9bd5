import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isPublicAddress } from '../../../src/adapters/fetcher/public-address.ts'

const refused: readonly (readonly [what: string, ...addresses: readonly string[]])[] = [
  ['this machine', '127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::'],
  ['a private network', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  ['a link', '169.254.0.1', 'fe80::1', 'febf::1', 'fec0::1', 'fe80::1%eth0'],
  ["a cloud's metadata", '169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '192.0.0.192'],
  ['what Azure offers to its machines', '168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::168.63.129.16'],
  ["a provider's shared network", '100.64.0.1', '100.127.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'reserved, testing and documentation ranges',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
  ],
  ['unassigned ranges', '4000::1', '100::1', '5f00::1', 'e000::1'],
  ['IPv4 within IPv6, mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe'],
  ['IPv4 within IPv6, compatible and translated', '::127.0.0.1', '::10.0.0.1', '::ffff:0:127.0.0.1'],
  ['IPv4 within IPv6, 6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::'],
  ['IPv4 within IPv6, NAT64', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::192.168.0.1'],
  ['IPv4 within IPv6, local NAT64, at any place', '64:ff9b:1::8.8.8.8', '64:ff9b:1:7f00:0:100:808:808'],
  ['IPv4 within IPv6, Teredo', '2001:0:7f00:1::', '2001::1'],
  ['not an address', '', 'localhost', '8.8.8.8.example', 'fe80'],
]
for (const [what, ...addresses] of refused)
  test(`not public: ${what}`, () => {
    assert.equal(addresses.filter(isPublicAddress), [])
  })

test('public: addresses of the internet', () => {
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700::1111',
  ]
  const carriers = ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1']
  assert.equal(
    [...open, ...carriers].filter(a => !isPublicAddress(a)),
    [],
  )
})

test.run()
