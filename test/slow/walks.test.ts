/** The walks in README and docs, run as they stand: a service from the command line, and the blocks in a shell. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { placeFor, serve } from '../served.ts'

const root = new URL('../../', import.meta.url)

/** What each walk prints, in this order. */
const walks: [file: string, printed: RegExp[]][] = [
  [
    'README.md',
    [
      /"status":"DRAFT"/,
      /HTTP\/1\.1 201[\s\S]*idempotent-replayed: true/i,
      /"status":"FINALIZED"/,
      /"status":412/,
      /\{"count":1\}/,
      /"status":400/,
      /"field":"gameId"/,
      /"field":"playedAt"/,
      /"field":"participants"/,
    ],
  ],
  [
    'docs/who-was-who.md',
    [
      /"status":403,"detail":"You may not see this match/,
      /"status":"APPROVED".*"claimEdgeId"/,
      /"items":\[\{.*"game":\{[^}]*"Harbour Lights"\}/,
      /"score":37,.*"disputeReason":"I had 47 points, not 37\."/,
      /"editor":\{[^}]*"Player"\}/,
      /^"3"$/m,
      /"proposedBy":\{[^}]*"carol"\},"status":"APPROVED"/,
      /^"4"$/m,
      /"lastEditedBy":\{[^}]*"carol"\}.*"score":47,"rank":1,"outcome":"WIN",(?!.*dispute)/,
      /"items":\[\{.*"proposedBy":\{[^}]*"dora"\},"status":"PENDING"/,
      /"status":"REJECTED","decidedBy":\{[^}]*"alice"\}/,
      /"revokedBy":\{[^}]*"alice"\}/,
      /^\{"count":0\}$/m,
    ],
  ],
  [
    'docs/who-sees-what.md',
    [
      /"status":403,"detail":"You may not see this match/,
      /^\{"count":0\}$/m,
      /"dataType":"MATCH_HISTORY","level":"PRIVILEGED_ACCESS","groups":\[\{[^}]*"Friends"\}\]/,
      /"items":\[\{(?![^\n]*"score")[^\n]*"FINALIZED"/,
      /"status":403,"detail":"You may not see this match/,
      /"dataType":"MATCH_DETAILS"/,
      /"status":"FINALIZED".*"score":42\.5/,
      /^\{"count":0\}$/m,
      /"status":"APPROVED","decidedBy":\{[^}]*"carol"\}/,
      /"recorder":\{[^}]*"alice"\}.*"score":51/,
      /"status":403,"detail":"You may not see this match/,
      /^2$/m,
      /"recorder":\{[^}]*"Player"\}(?!.*alice).*"score":51/,
      /"status":401,"detail":"The account of this access token was erased/,
    ],
  ],
  [
    'docs/texts-of-an-app.md',
    [
      /"applicationId":"table-companion"/,
      /"added":3,"updated":0,"obsoleted":0,"unchanged":0/,
      /"added":3,/,
      /"added":0,"updated":0,"obsoleted":0,"unchanged":3/,
      /"status":400,.*"field":"text","code":"UNKNOWN_ARGUMENT"/,
      /"draftText":"\{count, plural, one \{# Person\}.*"status":"DRAFT"/,
      /"added":2,.*"rejected":\[\{"key":"menu\.old","code":"INVALID_REFERENCE"/,
      /"added":1,/,
      /"key":"table\.players","locale":"pl"/,
      /"published":4,"skipped":\[\]/,
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
]

/** Beside the shell that is there everywhere, these must be able to read the walks, where they are installed. */
const SHELLS = ['sh', 'bash', 'zsh', 'dash'].filter((name) => spawnSync(name, ['-c', ':']).status === 0)

for (const [file, expected] of walks) {
  test(`the walk of ${file} works as pasted`, async (t) => {
    const script = await walk(file)
    for (const name of SHELLS) {
      const { status, stderr } = spawnSync(name, ['-n'], { input: script, encoding: 'utf8' })
      assert.equal(status, 0, `${name}: ${stderr}`)
    }
    const place = await placeFor(t, { SCOREBOOK_LOG_LEVEL: 'warn' })
    await serve(place).ready()
    const output = await shell(script, { ...place.env, API: `${place.url}/api/v1` })
    mustPrint(output, expected)
    const refusals = output.match(/"requestId":/g)?.length ?? 0
    assert.equal(refusals, expected.filter((one) => one.source.startsWith('"status":4')).length, output)
  })
}

/** Each somewhere after the one before. */
function mustPrint(output: string, expected: RegExp[]): void {
  let rest = output
  for (const pattern of expected) {
    const found = pattern.exec(rest)
    assert.ok(found, `${pattern} is not in what is left of the output:\n${rest}`)
    rest = rest.slice(found.index + found[0].length)
  }
}

/** The blocks marked as the walk, one after another. */
async function walk(file: string): Promise<string> {
  const text = await readFile(new URL(file, root), 'utf8')
  const blocks = [...text.matchAll(/<!-- walk -->\n```sh\n(.*?)```/gs)].map(([, block]) => block ?? '')
  assert.ok(blocks.length >= 7, `${file} has a walk of several blocks.`)
  return blocks.join('\n')
}

/** As at a prompt: a request that is refused doesn't end it, and errors are read with the rest. */
async function shell(script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-u'], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  child.stdin.end(`exec 2>&1\n${script}`)
  const printed = Buffer.concat((await child.stdout.toArray()) as Buffer[]).toString()
  await exited
  return printed
}
