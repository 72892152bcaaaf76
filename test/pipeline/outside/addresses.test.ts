/** Which addresses count as public addresses of the internet. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { isOpen, isPrivateName, literalAddress } from '../../../src/pipeline/outside/addresses.ts'

const OPEN = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
]

const CLOSED = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff::1',
  ],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  shared: ['100.64.0.1', '100.127.255.255'],
  'for protocols, documentation, measurements': [
    '192.0.0.8',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
  ],
  'multicast or reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'IPv4 within IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:4136:e378::1',
  ],
  'no address': ['', 'localhost', '1.2.3', '1.2.3.4.5', '0x7f.0.0.1', '::g'],
}

suite('an address', () => {
  for (const address of OPEN) test(`${address} is open`, () => assert.ok(isOpen(address)))
  for (const [kind, addresses] of Object.entries(CLOSED))
    test(`that is ${kind} is not`, () => {
      for (const address of addresses) assert.ok(!isOpen(address), address)
    })

  test('has a name of the open internet, or one that is private by its form', () => {
    for (const name of ['localhost', 'a.LOCALHOST', 'nas.local.', 'a.b.internal', 'x.home.arpa', 'router'])
      assert.ok(isPrivateName(name), name)
    for (const name of [
      'rules.example.org',
      'local.example',
      'localhost.com',
      'home.arpa.org',
      'internal.co',
    ])
      assert.ok(!isPrivateName(name), name)
  })

  test('of a private net is never open, however it is written in a URL', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(10, 127),
        fc.nat(255),
        fc.nat(255),
        fc.nat(255),
        fc.nat(3),
        (a, b, c, d, way) => {
          const number = ((a * 256 + b) * 256 + c) * 256 + d
          const hex = (value: number) => `0x${value.toString(16)}`
          const host = [
            `${a}.${b}.${c}.${d}`,
            String(number),
            hex(number),
            `${hex(a)}.${b}.${hex(c)}.0${d.toString(8)}`,
          ][way]
          const literal = literalAddress(new URL(`https://${host}/`))
          assert.ok(literal !== undefined && !isOpen(literal), host)
          const mapped = literalAddress(new URL(`https://[::ffff:${a}.${b}.${c}.${d}]/`))
          assert.ok(mapped !== undefined && !isOpen(mapped))
        },
      ),
    )
  })
})
