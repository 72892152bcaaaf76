/** Runs the walks in docs in a shell, against a service with an administrator. A walk is a series of commands to paste. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { enterCode } from '../cli/device-person.ts'
import { endServersIn } from '../end-servers.ts'
import { Browser } from '../identity/provider/browser.ts'
import { call, placeFor, serve } from '../served.ts'

const root = new URL('../../', import.meta.url)

const PASSWORD = 'lighthouse on the left bank'

/**
 * For each walk, the output that it must print, in this order. A walk that begins with `docs/own-service.sh` gets its own
 * service.
 */
const walks: [file: string, printed: RegExp[]][] = [
  [
    'docs/first-match.md',
    [
      /"status":"DRAFT"/,
      /HTTP\/1\.1 201[\s\S]*idempotent-replayed: true/i,
      /"status":"FINALIZED"/,
      /^Changed meanwhile \(412\): /m,
      /\{"count":1\}/,
      /^Invalid request \(400\): /m,
      /^ {2}gameId\b/m,
      /^ {2}playedAt\b/m,
      /^ {2}participants\b/m,
    ],
  ],
  [
    'docs/who-was-who.md',
    [
      /^Not allowed \(403\): You may not see this match/m,
      /"status":"APPROVED".*"claimEdgeId"/,
      /"items":\[\{.*"game":\{[^}]*"Harbour Lights"\}/,
      /"score":37,.*"disputeReason":"I had 47 points, not 37\."/,
      /"editor":\{[^}]*"Player"\}/,
      /^"3"$/m,
      /"proposedBy":\{[^}]*"carol"\},"status":"APPROVED"/,
      /^"4"$/m,
      /"lastEditedBy":\{[^}]*"Player"\}.*"score":47,"rank":1,"outcome":"WIN",(?!.*dispute)/,
      /"items":\[\{.*"proposedBy":\{[^}]*"dora"\},"status":"PENDING"/,
      /"status":"REJECTED","decidedBy":\{[^}]*"alice"\}/,
      /"revokedBy":\{[^}]*"alice"\}/,
      /^\{"count":0\}$/m,
    ],
  ],
  [
    'docs/who-sees-what.md',
    [
      /^Not allowed \(403\): You may not see this match/m,
      /^\{"count":0\}$/m,
      /"dataType":"MATCH_HISTORY","level":"PRIVILEGED_ACCESS","groups":\[\{[^}]*"Friends"\}\]/,
      /"items":\[\{(?![^\n]*"score")[^\n]*"FINALIZED"/,
      /^Not allowed \(403\): You may not see this match/m,
      /"dataType":"MATCH_DETAILS"/,
      /"status":"FINALIZED".*"score":42\.5/,
      /^\{"count":0\}$/m,
      /"status":"APPROVED","decidedBy":\{[^}]*"carol"\}/,
      /"recorder":\{[^}]*"alice"\}.*"score":51/,
      /^Not allowed \(403\): You may not see this match/m,
      /^2$/m,
      /"recorder":\{[^}]*"Player"\}(?!.*alice).*"score":51/,
      /^Authentication required \(401\): The account of this access token was erased/m,
    ],
  ],
  [
    'docs/texts-of-an-app.md',
    [
      /"applicationId":"table-companion"/,
      /"added":3,"updated":0,"obsoleted":0,"unchanged":0/,
      /"added":3,/,
      /"added":0,"updated":0,"obsoleted":0,"unchanged":3/,
      /^Invalid request \(400\): text uses \{anzahl\}/m,
      /"draftText":"\{count, plural, one \{# Person\}.*"status":"DRAFT"/,
      /"added":2,.*"rejected":\[\{"key":"menu\.old","code":"INVALID_REFERENCE"/,
      /"added":1,/,
      /"key":"table\.players","locale":"pl"/,
      /"key":"menu\.new","change":"ADDED","text":"Nuova partita"/,
      /"published":5,"skipped":\[\]/,
      /"locale":"de","total":3,"published":3,.*"locale":"pl","total":3,"published":1,"draft":0,"missing":2/,
      /^de-AT 200 304\nNeue Partie\n1 Person am <b>Oak<\/b>\n3 Personen .*\n5 Personen .*\nGespielt am 15\. J.nner 2026$/m,
      /^pl 200 304\nNew match\n1 gracz przy <b>Oak<\/b>\n3 gracze .*\n5 graczy .*\nPlayed on 15 stycznia 2026$/m,
      /"updated":1,.*"invalidated":\[\{"key":"table\.players","locale":"de"\},.*"locale":"pl"\}\]/,
      /"updated":1,.*"invalidated":\[\{/,
      /"messages":\{.*"table\.players":"[^"]*players\}\} at <b>\{place\}/,
      /"problems":\[\{"code":"UNKNOWN_ARGUMENT","argument":"table"/,
      /"draftText":"[^"]*\{place\}/,
      /"publishedText":"[^"]*\{place\}[^"]*","status":"PUBLISHED","invalid":false/,
      /"table\.players":"[^"]*Personen\}\} am <b>\{place\}/,
    ],
  ],
  ['docs/webhooks.md', [/^whsec_/m, /"kind" : "ping"|"kind":"ping"/, /"replayed" ?: ?0/, /^ADMINISTRATOR$/m]],
  [
    'docs/recording-by-others.md',
    [
      /^([\da-f-]{36})\ntrue\n/m,
      /^FINALIZED$/m,
      /^APPROVED$/m,
      /^ghost-player\.created\nghost-player\.created\nmatch\.created\nmatch\.updated\n/m,
    ],
  ],
  ['docs/scripts.md', [/^\{"count":0\}$/m, /"displayName" : "Lantern Lane"/]],
  [
    'docs/sign-in.md',
    [
      /^id +\S+\nsecret +\S+/m,
      /^id +\S+\nid +\S+\nsecret +\S+/m,
      /(?=[^]*^\S+ +web +Score sheets$)(?=[^]*^\S+ +native +Table app$)(?=[^]*^\S+ +service +Catalog sync$)/m,
      /^\{"count":2\}$/m,
    ],
  ],
]

/** The installed shells that must be able to read the walks. They run in `sh`. */
const SHELLS = ['sh', 'bash', 'zsh', 'dash'].filter((name) => spawnSync(name, ['-c', ':']).status === 0)

for (const [file, expected] of walks) {
  test(`the walk of ${file} works as pasted`, async (t) => {
    const script = await walk(file)
    for (const name of SHELLS) {
      const { status, stderr } = spawnSync(name, ['-n'], { input: script, encoding: 'utf8' })
      assert.equal(status, 0, `${name}: ${stderr}`)
    }
    const home = await mkdtemp(join(tmpdir(), 'walk-'))
    t.after(() => rm(home, { recursive: true }))
    const passwordFile = join(home, 'password')
    await writeFile(passwordFile, PASSWORD)
    const place = await placeFor(t, {
      SCOREBOOK_LOG_LEVEL: 'warn',
      SCOREBOOK_ADMIN_NAME: 'alice',
      SCOREBOOK_ADMIN_PASSWORD_FILE: passwordFile,
      HOME: home,
      TMPDIR: home,
      XDG_CONFIG_HOME: home,
    })
    t.after(() => endServersIn(home))
    await serve(place).ready()
    const { out: token } = await call(place, [
      'token',
      '--user',
      'alice',
      '--role',
      'admin',
      '--role',
      'player',
    ])
    const alice = token.trim()
    const env = script.includes('scorebook login') ? place.env : { ...place.env, SCOREBOOK_TOKEN: alice }
    const output = await shell(
      script.replaceAll('https://scorebook.example.org', place.url),
      env,
      (printed) => letIn(place.url.replace('127.0.0.1', 'localhost'), printed),
    )
    mustPrint(output, expected)
    if (script.includes('. docs/own-service.sh')) {
      const counts = ['/accounts', '/matches', '/games', '/applications'].map((path) =>
        call(place, ['api', 'get', `${path}/count`, '--field', 'count'], { SCOREBOOK_TOKEN: alice }),
      )
      const before = ['1', '0', '0', '1'] // alice, and the application with the texts of the web app
      assert.deepEqual(
        (await Promise.all(counts)).map(({ out }) => out.trim()),
        before,
      )
      assert.deepEqual(await readdir(home).then((left) => left.filter((name) => name.startsWith('tmp.'))), [])
    }
    const refusals = output.match(/^[A-Z][a-z ]+ \(4\d\d\): /gm)?.length ?? 0
    assert.equal(
      refusals,
      expected.filter((one) => /^\^[A-Z].*\\\(4\d\d\\\)/.test(one.source)).length,
      output,
    )
  })
}

/** Each pattern must match after the one before it. */
function mustPrint(output: string, expected: RegExp[]): void {
  let rest = output
  for (const pattern of expected) {
    const found = pattern.exec(rest)
    assert.ok(found, `${pattern} is not in what is left of the output:\n${rest}`)
    rest = rest.slice(found.index + found[0].length)
  }
}

/**
 * The blocks marked as the walk, one after the other. Blocks with `scorebook` commands get the function that
 * `docs/first-match.md` defines.
 */
async function walk(file: string): Promise<string> {
  const text = await readFile(new URL(file, root), 'utf8')
  const blocks = [...text.matchAll(/<!-- walk -->\n```sh\n(.*?)```/gs)].map(([, block]) => block ?? '')
  assert.ok(blocks.length >= 2, `${file} has a walk of several blocks.`)
  return ['scorebook() { node bin/scorebook.js "$@"; }', ...blocks].join('\n')
}

/** Alice signs in with a browser without scripts, and lets the command line in. */
async function letIn(url: string, printed: string): Promise<void> {
  const browser = new Browser(url)
  const page = await browser.open(`${url}/sign-in`)
  const account = await browser.submit(page, { name: 'alice', password: PASSWORD })
  assert.equal(new URL(account.url).pathname, '/')
  await enterCode(browser, printed)
}

/** Runs the script as at a prompt: it continues after a refused request, and errors come with the other output. */
async function shell(
  script: string,
  env: NodeJS.ProcessEnv,
  person: (printed: string) => Promise<void>,
): Promise<string> {
  const child = spawn('sh', ['-u'], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  child.stdin.end(`exec 2>&1\n${script}`)
  let printed = ''
  let entering: Promise<void> | undefined
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    printed += String(chunk)
    if (printed.includes('Waiting for you')) entering ??= person(printed)
  }
  await Promise.all([exited, entering])
  return printed
}
