/** `scorebook config` shows each setting with its origin, and no secret. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { main } from '../../src/cli/main.ts'

const DOT_ENV = 'SCOREBOOK_PORT=9001\nSCOREBOOK_SIGN_UP=open\n'
const ENV = {
  SCOREBOOK_PORT: '9002',
  SCOREBOOK_DATABASE_URL: 'postgresql://me:geheim%40wort@db.example.org/scorebook',
  SCOREBOOK_CATALOG_URL: 'https://catalogue.example.org',
  SCOREBOOK_CATALOG_TOKEN: 'token-of-the-catalogue',
  SCOREBOOK_SMTP_URL: 'smtps://me:mail-secret@mail.example.org',
  SCOREBOOK_MAIL_FROM: 'scorebook@example.org',
  SCOREBOOK_WEB: '',
}

test('each setting has its value and its origin, and secrets are masked', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '.env'), DOT_ENV)
  const run = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await main(['config', ...args], {
      env: ENV,
      cwd: folder,
      print: (line) => out.push(line),
      complain: (line) => err.push(line),
    })
    assert.equal(code, 0, err.join('\n'))
    return out.join('\n')
  }
  const set = await run()
  assert.match(set, /^SCOREBOOK_PORT=9002 {2}\(environment\)$/m)
  assert.match(set, /^SCOREBOOK_SIGN_UP=open {2}\(\.env\)$/m)
  assert.match(
    set,
    /^SCOREBOOK_DATABASE_URL=postgresql:\/\/me:…@db\.example\.org\/scorebook {2}\(environment\)$/m,
  )
  assert.match(set, /^SCOREBOOK_CATALOG_TOKEN=… {2}\(environment\)$/m)
  assert.doesNotMatch(set, /SCOREBOOK_WEB=/)
  const all = await run('--all')
  assert.match(all, /^SCOREBOOK_WEB=on {2}\(default\)$/m)
  assert.match(all, /^SCOREBOOK_KEY_DAYS=\d+ {2}\(default\)$/m)
  const json = JSON.parse(await run('--all', '--json')) as {
    name: string
    value: string | null
    from: string
  }[]
  assert.deepEqual(
    json.find(({ name }) => name === 'SCOREBOOK_PORT'),
    { name: 'SCOREBOOK_PORT', value: '9002', from: 'environment' },
  )
  for (const text of [set, all, JSON.stringify(json)])
    assert.doesNotMatch(text, /geheim|token-of-the-catalogue|mail-secret/)
})

test('wrong settings are named, without their values', async () => {
  const err: string[] = []
  const code = await main(['config'], {
    env: { SCOREBOOK_PORT: 'x', SCOREBOOK_CATALOG_TOKEN: 'geheim' },
    cwd: tmpdir(),
    print: () => {},
    complain: (line) => err.push(line),
  })
  assert.equal(code, 2)
  assert.match(err.join('\n'), /SCOREBOOK_PORT must be/)
  assert.doesNotMatch(err.join('\n'), /geheim/)
})
