/** Answers to questions of an import: what is chosen, what is suggested, and how they are sent. */
import { type Body, type Item, call } from '../../api/call.ts'
import { isStale } from '../../parts/changes/action.ts'
import { type Saving, saveByField } from '../../parts/changes/save.ts'
import type { LiveImport } from './live.ts'

export type Question = Item<'listImportQuestions'>

export interface Choice {
  answer: 'USE' | 'NEW' | 'WAIT' | 'LEAVE_OUT' | 'ASKED'
  id?: string
  name?: string
}

/** Asks the person about questions that another window has answered differently. */
export type Ask = Saving<Chosen, readonly Question[]>['ask']

/** The choices; the keys are the ids of the questions. */
export type Chosen = Readonly<Record<string, Choice>>

export const choiceOf = ({ kind, decision, ghostPlayer, game }: Question): Choice => {
  const known = kind === 'PERSON' ? ghostPlayer : game
  if (decision === 'KNOWN' && known) return { answer: 'USE', id: known.id, name: known.displayName }
  if (decision === 'NEW') return { answer: 'NEW' }
  if (decision === 'WAITS') return { answer: 'WAIT' }
  return { answer: decision === 'ASKED' ? 'ASKED' : 'LEAVE_OUT' }
}

export function suggestedFor({ kind, suggestion, candidates }: Question): Choice {
  if (!suggestion) return { answer: kind === 'PERSON' ? 'NEW' : 'WAIT' }
  const { answer, id } = suggestion
  const candidate = candidates.find((one) => one.id === id)
  return candidate ? { answer, id: candidate.id, name: candidate.displayName } : { answer }
}

/** The most answers that the service accepts in one request. */
const MOST_ANSWERS = 1_000
const AT_ONCE = 100

/** Reads all questions, page by page. */
export async function allQuestions(importId: string, filter?: string): Promise<Question[]> {
  const found: Question[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: { limit: number; cursor?: string; filter?: string } = { limit: AT_ONCE }
    if (cursor !== undefined) query.cursor = cursor
    if (filter !== undefined) query.filter = filter
    const { body }: { body: Body<'listImportQuestions'> } = await call('listImportQuestions', {
      params: { importId },
      query,
    })
    found.push(...body.items)
    cursor = body.nextCursor
  }
  return found
}

interface SaveAnswersOptions {
  live: LiveImport
  /** The questions in the state in which the person saw them. */
  questions: readonly Question[]
  chosen: Chosen
  ask: Ask
}

/**
 * Saves answers. If another window has answered differently meanwhile, the person chooses. Returns false if the person gave up.
 */
export async function saveAnswers({ live, questions, chosen, ask }: SaveAnswersOptions): Promise<boolean> {
  const asked = new Map(questions.map((question) => [question.id, question]))
  for (const { id, name } of questions) live.names.set(id, name)
  const fieldsOf = (found: readonly Question[]): Chosen =>
    Object.fromEntries(found.filter(({ id }) => asked.has(id)).map((one) => [one.id, choiceOf(one)]))
  const before = fieldsOf(questions)
  const saved = await saveByField<Chosen, readonly Question[]>({
    before,
    mine: { ...before, ...chosen },
    etag: live.etag,
    fieldsOf,
    async read() {
      const { body, etag } = await call('getImport', live.path)
      live.see({ body, ...(etag === undefined ? {} : { etag }) })
      return { body: await allQuestions(live.id), etag }
    },
    async send(changed, first) {
      const answers = Object.entries(changed).flatMap(([id, choice]) => {
        const kind = asked.get(id)?.kind
        return kind && choice ? (answerOf(id, kind, choice) ?? []) : []
      })
      let etag = first
      for (let at = 0; at < answers.length; at += MOST_ANSWERS) {
        const body = { answers: answers.slice(at, at + MOST_ANSWERS) }
        const reply = await call('updateImport', { ...live.path, body, ifMatch: etag })
        live.see(reply)
        etag = reply.etag ?? '*'
      }
      return { body: questions }
    },
    ask,
    isStale,
  })
  return saved !== undefined
}

function answerOf(questionId: string, kind: Question['kind'], { answer, id }: Choice) {
  if (answer === 'ASKED') return undefined
  if (answer !== 'USE' || id === undefined) return { questionId, answer }
  return { questionId, answer, ...(kind === 'PERSON' ? { ghostPlayerId: id } : { gameId: id }) }
}
