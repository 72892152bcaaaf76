/** The parts of the question about two players with one name. They are loaded only for readers who need them. */
import { later } from '../../parts/page/later.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'
import { type About, type Question, type Two, useOpenQuestion } from './same.ts'

export const SameQuestion = later(async () => (await import('./same-later.ts')).SameQuestion)
export const SameAnswer = later(async () => (await import('./same-later.ts')).SameAnswer)
export const AsOne = later(async () => (await import('./same-later.ts')).AsOne)
export const Namesakes = later(async () => (await import('./same-later.ts')).Namesakes)

/** The question. "loading" until it can be shown at once. */
export function useQuestion(
  items: readonly Opponent[],
  about: About,
  among?: (two: Two) => boolean,
): Question | 'loading' | undefined {
  const question = useOpenQuestion(items, about, among)
  if (question === undefined || question === 'loading') return question
  const parts = new Set([SameQuestion.state(), SameAnswer.state(), ...(among ? [Namesakes.state()] : [])])
  if (parts.has('failed')) return undefined
  return parts.has('loading') ? 'loading' : question
}
