/** The rules of imports: what may be answered, and when an import can start. */
import type { UserCaller } from '../http/caller.ts'
import { type Violation, conflict, invalid } from '../http/problem.ts'
import { unknownReference } from '../http/schema/unknown-reference.ts'
import type { AnswerReferences } from './changes.ts'
import type { UpdateImport } from './schema.ts'
import { type LockedImport, MOST_IMPORTS } from './store.ts'

export const tooManyImports = () =>
  conflict(`You have ${MOST_IMPORTS} imports already; delete one. The matches of a deleted import stay.`)

export function mustNotRun({ state }: LockedImport): void {
  if (state === 'RUNNING') throw conflict('This import is running; wait until it has ended, or delete it.')
}

export function mustNotBeExpired({ state }: LockedImport): void {
  if (state === 'EXPIRED')
    throw conflict('This import has expired, and its plays are deleted; import the file again.')
}

export function mustBeAnswered({ openQuestions }: LockedImport): void {
  if (openQuestions > 0)
    throw conflict(
      `${openQuestions} ${openQuestions === 1 ? 'question is' : 'questions are'} open; answer all before you start the import.`,
    )
}

export const alreadyRunning = () =>
  conflict('Another import of yours is running; wait until it has ended, or delete it.')

export function mustFit(
  { answers = [] }: UpdateImport,
  { questions, ghostPlayers, games }: AnswerReferences,
  { userId }: UserCaller,
): void {
  const kinds = new Map(questions.map(({ id, kind }) => [id, kind]))
  const own = new Set(ghostPlayers.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id))
  const violations = answers.flatMap(({ questionId, answer, ghostPlayerId, gameId }, index): Violation[] => {
    const at = (field: string) => `answers[${index}].${field}`
    const kind = kinds.get(questionId)
    if (kind === undefined)
      return [unknownReference(at('questionId'), 'a question of this import', questionId)]
    const fitting =
      kind === 'PERSON' ? ['USE', 'NEW', 'LEAVE_OUT'] : kind === 'GAME' ? ['USE', 'WAIT', 'LEAVE_OUT'] : []
    if (!fitting.includes(answer)) return [misfit(at('answer'), kind, fitting, answer)]
    if (answer !== 'USE') return []
    if (kind === 'PERSON') {
      if (ghostPlayerId !== undefined && own.has(ghostPlayerId)) return []
      return [unknownReference(at('ghostPlayerId'), 'one of your ghost players', ghostPlayerId)]
    }
    if (gameId !== undefined && games.includes(gameId)) return []
    return [unknownReference(at('gameId'), 'the id of a game', gameId)]
  })
  if (violations.length > 0) throw invalid(violations)
}

const misfit = (field: string, kind: string, fitting: string[], answer: string): Violation => ({
  field,
  code: 'INVALID_VALUE',
  message:
    fitting.length === 0
      ? `${field} cannot be given: expansions and playsets are found by number and name.`
      : `${field} must be ${fitting.join(', ')} for a ${kind.toLowerCase()}.`,
  rejectedValue: answer,
})
