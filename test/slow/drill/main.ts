/**
 * `npm run drill`: kills the primary under load, and compares the answers of its clients with the data. With `--keeper patroni`,
 * Patroni decides on three machines which server is the primary. With `--instances`, instances behind a proxy are restarted.
 */
import { parseArgs } from 'node:util'
import { inOwnNetwork } from '../cluster/network.ts'
import { NoDebian, debianRoot } from '../debian.ts'
import { drill } from './drill.ts'
import { instancesDrill } from './instances.ts'
import { patroniDrill } from './patroni.ts'
import { broken, brokenIn } from './promises.ts'
import { missingOf } from '../ship/tools.ts'
import { WALKS } from './walks.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', multiple: true },
    instances: { type: 'boolean', default: false },
    writers: { type: 'string', default: '8' },
    readers: { type: 'string', default: '8' },
    pairs: { type: 'string', default: '10000' },
    failovers: { type: 'string', default: '2' },
    delay: { type: 'string', default: '0' },
    asynchronous: { type: 'boolean', default: false },
    keeper: { type: 'string' },
    walk: { type: 'string', multiple: true, default: Object.keys(WALKS) },
    times: { type: 'string', default: '1' },
  },
})
const whole = (name: string, text: string) => {
  const given = Number(text)
  if (!Number.isSafeInteger(given) || given < 0 || (given === 0 && name !== 'failovers'))
    throw new Error(`--${name} must be a whole number, not '${text}'.`)
  return given
}
const number = (name: 'writers' | 'readers' | 'pairs' | 'failovers' | 'times') => whole(name, values[name])
/** The numbers of instances. */
const counts = (values.count ?? (values.instances ? ['2', '10'] : ['4'])).map((text) => whole('count', text))
const tell = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

function judge(outcome: object, faults: readonly string[]): void {
  console.log(outcome)
  for (const fault of faults) console.log(`FAIL ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

if (values.instances) await withProxies()
else if (values.keeper === undefined) {
  const synchronous = !values.asynchronous
  const outcome = await drill({
    instances: counts[0] ?? 0,
    writers: number('writers'),
    readers: number('readers'),
    pairs: number('pairs'),
    failovers: number('failovers'),
    synchronous,
    delay: values.delay,
    tell,
  })
  judge(outcome, broken(outcome, { synchronous }))
} else if (values.keeper === 'patroni') await withPatroni()
else throw new Error(`--keeper must be patroni, not '${values.keeper}'.`)

async function withProxies(): Promise<void> {
  for (const kind of ['nginx', 'caddy'] as const) {
    const missing = missingOf(kind === 'nginx' ? ['nginx', 'openssl'] : ['caddy'])
    if (missing !== '') {
      console.log(`Not run behind ${kind}: ${missing}`)
      process.exitCode = 2
      continue
    }
    for (const instances of counts) {
      const outcome = await instancesDrill({ kind, instances, rounds: number('times'), tell })
      judge(outcome, outcome.faults)
    }
  }
}

async function withPatroni(): Promise<void> {
  try {
    const root = await debianRoot(tell) // this still needs the network that everybody shares
    const code = await inOwnNetwork()
    if (code !== undefined) process.exitCode = code
    else
      await patroniDrill({
        root,
        walks: values.walk,
        times: number('times'),
        tell,
        done: (outcome) => judge(outcome, brokenIn(outcome)),
        failed: (walk, error) => judge({ walk, error }, ['The walk came to no end.']),
      })
  } catch (error) {
    if (!(error instanceof NoDebian)) throw error
    console.log(`Not run: ${error.message}`)
    process.exitCode = 2
  }
}
