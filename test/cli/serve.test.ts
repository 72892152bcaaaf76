/** The command line: wrong arguments, help, and a port that is taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { call as callIn, placeFor, run as runIn } from '../served.ts'

const place = await placeFor({ after })

const run = (args: string[], more?: NodeJS.ProcessEnv) => runIn(place, args, more)
const call = (args: string[], more?: NodeJS.ProcessEnv) => callIn(place, args, more)

test('a port that is taken is reported in a sentence', async () => {
  const blocker = createServer().listen(Number(new URL(place.url).port), '127.0.0.1')
  await once(blocker, 'listening')
  const { code, err } = await run(['serve'])
  blocker.close()
  assert.equal(code, 1)
  assert.match(
    err,
    /^SCOREBOOK_PORT: port \d+ of 127\.0\.0\.1 is taken by another program; end it, or set another/,
  )
  assert.doesNotMatch(err, /\n {4}at /)
})

test('a wrong call gets a message with the right call, and exit code 2', async () => {
  const cases: [args: string[], more: NodeJS.ProcessEnv, told: RegExp][] = [
    [['sevre'], {}, /^sevre is not a command\. Did you mean serve\?/],
    [['token'], {}, /--user must be a name/],
    [['token', '--user', 'a', '--role', 'king'], {}, /king is not a role; player, /],
    [['token', '--user', 'a', '--scope', 'match-fly'], {}, /svc-engine:match-fly is not a scope/],
    [['token', '--user', 'a', '--hours', '0'], {}, /--hours must be/],
    [['token', '--usr', 'a'], {}, /Unknown option '--usr'.*--help/s],
    [['migrate'], { SCOREBOOK_PROT: '1' }, /SCOREBOOK_PROT is not a setting\. Did you mean SCOREBOOK_PORT\?/],
    [
      ['token', '--user', 'a'],
      { SCOREBOOK_AUTH_ISSUERS: '[{"issuer":"https://id.example.org","audience":"a"}]' },
      /tokens come from those issuers/,
    ],
  ]
  for (const [args, more, told] of cases) {
    const { code, err } = await call(args, more)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, told)
  }
  const asProcess = await run(['token'])
  assert.equal(asProcess.code, 2)
  assert.match(asProcess.err, /^--user must be a name[^\n]*\n$/)
})

test('every command has help, and the overview names it', async () => {
  const overview = await call(['--help'])
  const [, listed = ''] = /^Commands\n([^]*?)\n\n/m.exec(overview.out) ?? []
  const names = [...listed.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name ?? '')
  assert.ok(names.length >= 5)
  for (const name of names) {
    const { code, out } = await call([name, '--help'])
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^scorebook ${name}: [\\s\\S]*--help`))
  }
})

test('migrate has nothing to do twice, and doctor finds all well', async () => {
  assert.match((await call(['migrate'])).out, /0001-/)
  assert.match((await call(['migrate', '--dry-run'])).out, /Nothing to apply/)
  const { code, out } = await call(['doctor'])
  assert.equal(code, 0, out)
  assert.match(out, /ok {4}Node: 2\d[^]*ok {4}database: PostgreSQL 18[^]*ok {4}port \d+: free/)
})
