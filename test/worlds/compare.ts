/**
 * Random worlds compare what the service answers to everybody with a model of who may see what.
 *
 * A seed gives a list of actions (`actions.ts`). They are sent over HTTP (`play.ts`), the model follows them (`model.ts`), and
 * then everybody asks for everything (`views.ts`, `ask.ts`). If an answer differs from the model, actions are dropped while it
 * still differs, and the rest is reported. The rows that are stored for lists are compared with their sources
 * (`../wrong-rows.ts`).
 *
 * A new kind of thing needs three additions. In `model.ts`: what the world has of it, and a function that says who sees it,
 * written from the specification. In `actions.ts`: an entry for each thing that can be done with it. In `views.ts`: a row with
 * the whole item, and an entry in `things`, or a list below another in `listings`. The table of rights (`src/fields.ts`) says who
 * sees which field, `shown.ts` who has a right, and `events.ts` who gets the events of a thing. Filters and sorts come from the tests' table of lists. A new change of an
 * existing thing needs only its action. `npm run worlds -- --seed 1 --worlds 100` tries it.
 */
import type { Action } from './action.ts'
import { invent, tell } from './actions.ts'
import { type Disagreement, type Question, ask, questionsOf } from './ask.ts'
import { worldOf } from './model.ts'
import { type Played, play } from './play.ts'
import { randomOf } from './random.ts'

/** The people who act. The last one only founds a community or two, and so has few relations. */
const DOERS = ['Ann', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fay']
const STRANGER = 'Sol'
const PEOPLE = [...DOERS, STRANGER]

interface Size {
  actions: number
  /** The number of random filters for each list. */
  filters: number
}

/** How many times a world is played again at most to make it smaller. */
const SHRINKING = 60

/** Plays a world and returns a text that says what is wrong with it. The text is undefined if nothing is. */
export async function compare(
  seed: number,
  size: Size,
): Promise<{ asked: number; told: string | undefined }> {
  const random = randomOf(seed)
  const actions = invent(worldOf(PEOPLE), random, DOERS, size.actions)
  const played = await play(PEOPLE, actions)
  let questions: Question[] = []
  let wrong: string[]
  let found: Disagreement | undefined
  try {
    if (played.refused) {
      const { action, reply } = played.refused
      return { asked: 0, told: await toldOfRefusal(seed, played.done, action, reply.text) }
    }
    if (played.wrongEvents !== undefined) return { asked: 0, told: await toldOfEvents(seed, played) }
    questions = PEOPLE.flatMap((viewer) => questionsOf(played, viewer, random, size.filters))
    const answers = await inBatches(questions, 8, (question) => ask(played, question))
    found = answers.find((answer) => answer !== undefined)
    wrong = await played.wrongRows()
  } finally {
    await played.close()
  }
  if (wrong.length > 0) {
    const left = await shrunk(played.done, keepsWrongRows)
    return {
      asked: questions.length,
      told: `World ${seed}, made smaller:\n${listed(left)}\n${wrong.join('\n')}`,
    }
  }
  if (!found) return { asked: questions.length, told: undefined }
  const { question } = found
  let last = found
  const left = await shrunk(played.done, async (fewer) => {
    const again = await asksAgain(fewer, question)
    if (again) last = again
    return again !== undefined
  })
  return { asked: questions.length, told: account(seed, left, last) }
}

/** Reports wrong events, with the fewest actions that still cause them. */
async function toldOfEvents(seed: number, { done, wrongEvents }: Played): Promise<string> {
  let last = wrongEvents
  const left = await shrunk(done, async (fewer) => {
    const again = await play(PEOPLE, fewer)
    await again.close()
    last = again.wrongEvents ?? last
    return again.wrongEvents !== undefined
  })
  return `World ${seed}, made smaller:\n${listed(left)}\n${last}`
}

async function keepsWrongRows(actions: readonly Action[]): Promise<boolean> {
  const played = await play(PEOPLE, actions)
  try {
    return !played.refused && (await played.wrongRows()).length > 0
  } finally {
    await played.close()
  }
}

async function asksAgain(actions: readonly Action[], question: Question): Promise<Disagreement | undefined> {
  const played = await play(PEOPLE, actions)
  try {
    return played.refused ? undefined : await ask(played, question)
  } finally {
    await played.close()
  }
}

/** Drops halves, quarters and so on, down to single actions, as long as the error stays. */
async function shrunk(
  actions: readonly Action[],
  stays: (fewer: readonly Action[]) => Promise<boolean>,
): Promise<readonly Action[]> {
  let left = actions
  let plays = 0
  for (let size = Math.ceil(left.length / 2); size >= 1 && plays < SHRINKING;) {
    let dropped = false
    for (let start = left.length - size; start > -size && plays < SHRINKING; start -= size) {
      const from = Math.max(start, 0)
      const fewer = [...left.slice(0, from), ...left.slice(start + size)]
      plays++
      if (fewer.length < left.length && (await stays(fewer))) {
        left = fewer
        dropped = true
      }
    }
    if (size === 1 && !dropped) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return left
}

const listed = (actions: readonly Action[]) => actions.map((action) => `  ${tell(action)}`).join('\n')

function account(
  seed: number,
  actions: readonly Action[],
  { question, expected, actual }: Disagreement,
): string {
  const { viewer, asks, path, ...rest } = question
  return [
    `World ${seed}, made smaller:`,
    listed(actions),
    `${viewer} asks: ${asks} ${path} ${JSON.stringify(rest)}`,
    `  should be shown ${expected}`,
    `  and is shown   ${actual}`,
  ].join('\n')
}

async function toldOfRefusal(
  seed: number,
  done: readonly Action[],
  action: Action,
  answer: string,
): Promise<string> {
  const left = await shrunk(done.slice(0, -1), async (fewer) => {
    const played = await play(PEOPLE, [...fewer, action])
    await played.close()
    return played.refused?.action === action
  })
  return [
    `World ${seed}, made smaller:`,
    listed(left),
    `  ${tell(action)}, which is refused: ${answer}`,
  ].join('\n')
}

/** Works on a batch at a time, so that the requests do not compete for connections. */
async function inBatches<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < all.length; start += size)
    done.push(...(await Promise.all(all.slice(start, start + size).map(work))))
  return done
}
