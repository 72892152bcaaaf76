/** What the steps of the pipeline do with a candidate, for the tests of the app. */
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { announce } from '../../src/pipeline/presence.ts'
import type { AppSite } from './site.ts'

/** Gives a candidate what the rulebook says. The playing time differs from the catalogue's. */
export async function interpret({ db }: AppSite, id: string): Promise<void> {
  const url = 'https://rules.example.org/harbour-lights.pdf'
  const read = {
    playingTime: { value: { from: 60, to: 60 }, quote: 'A game takes about 60 minutes.', url },
    scoreType: { value: 'SCORE', quote: 'Count the points of your cards.', url },
  }
  const checks = [
    { field: 'minPlayers', catalogValue: '2', llmValue: '2', matches: true },
    { field: 'playingTime', catalogValue: '90', llmValue: '60', matches: false },
  ]
  await db.many(sql`
    update candidates set stage = 'INTERPRETED', reliability = 'LOW', interpreted = ${JSON.stringify(read)},
      reliability_checks = ${JSON.stringify(checks)}, version = version + 1
    where id = ${id}`)
}

/** Lets the engine refuse an approved candidate. */
export async function refuse({ db }: AppSite, id: string): Promise<void> {
  await db.many(sql`
    update candidates set stage = 'INTERPRETED', status = 'APPROVED', blocked = true,
      failure_reason = 'The engine refused it.', version = version + 1
    where id = ${id}`)
}

/** Lets the rules of a candidate fail. */
export async function failRules({ db }: AppSite, id: string): Promise<void> {
  await db.many(sql`
    update candidates set stage = 'FAILED', failure_reason = 'No rulebook was found.', version = version + 1
    where id = ${id}`)
}

/** Lets an instance run the pipeline, and suspends the step that collects rules, as if the services of others had failed. */
export async function suspend({ db }: AppSite): Promise<void> {
  await db.many(sql`
    update pipeline_steps set suspended_until = '2100-01-01', suspend_reason = 'rules.example.org answered 503.'
    where step = 'COLLECT_RULES'`)
  await db.many(announce(uuidv7(), { disabledReasons: {}, loopbackPorts: [] }, 3_600_000))
}
