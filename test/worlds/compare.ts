/**
 * Random worlds: what the product tells everybody, against a model of who may see what.
 *
 * A seed gives a list of actions (`actions.ts`). They are played over HTTP (`play.ts`), the model follows them
 * (`model.ts`), and then everybody asks for everything (`views.ts`, `ask.ts`). Where an answer isn't the model's, actions
 * are dropped for as long as it stays so, and what is left is reported. The rows that are kept for lists are compared with
 * what they are kept from (`../wrong-rows.ts`).
 *
 * A new kind of thing takes three steps. In `model.ts`: what the world holds of it, and a function that says who sees
 * it, written from the specification. In `actions.ts`: an entry for each thing that can be done with it. In `views.ts`: a
 * row with the whole item, and an entry in `things`, or a list below another in `listings`. Who is shown which field of it, the table
 * of rights says (`src/fields.ts`), and `shown.ts` who has a right; filters and sorts come from the tests' table of lists.
 * What changes something that is there already only needs its action. `npm run worlds -- --seed 1 --worlds 100` tries it.
 */
import { type Action, invent, tell } from './actions.ts'
import { type Disagreement, type Question, ask, questionsOf } from './ask.ts'
import { worldOf } from './model.ts'
import { play } from './play.ts'
import { randomOf } from './random.ts'

/** Those who act; the last of them only found a community or two, and so are related to few. */
const DOERS = ['Ann', 'Bert', 'Cleo', 'Dora', 'Emil', 'Fay']
const STRANGER = 'Sol'
const PEOPLE = [...DOERS, STRANGER]

export interface Size {
  actions: number
  /** How many random filters a list is asked with. */
  filters: number
}

/** How often a world is played again to make it smaller, at most. */
const SHRINKING = 60

/** What a world tells wrongly, as a text for people; undefined where all is as it should be. */
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

/** Drops halves, quarters and so on, down to single actions, for as long as what is wrong stays. */
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

/** A batch at a time, so that connections are used and not fought for. */
async function inBatches<T, R>(all: readonly T[], size: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < all.length; start += size)
    done.push(...(await Promise.all(all.slice(start, start + size).map(work))))
  return done
}
