/** The words for the values of a candidate, and for times of the pipeline. */
import { momentOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'

const TEXTS = {
  PENDING: t.pending,
  APPROVED: t.approved,
  PUBLISHED: t.published,
  REJECTED: t.rejected,
  PENDING_RULES: t.pendingRules,
  RULES_COLLECTED: t.rulesCollected,
  INTERPRETED: t.interpreted,
  FAILED: t.failed,
  HIGH: t.high,
  MEDIUM: t.medium,
  LOW: t.low,
  UNVERIFIED: t.unverified,
  false: t.games,
  true: t.expansions,
  SCORE: t.score,
  TIME: t.time,
  TURNS: t.turns,
  WIN_LOSS: t.winLoss,
  HIGHER_WINS: t.higherWins,
  LOWER_WINS: t.lowerWins,
} as const

/** The word for a value of the service. Other values, such as numbers, are shown as they are. */
export const wordOf = (value: string): string =>
  Object.hasOwn(TEXTS, value) ? say(TEXTS[value as keyof typeof TEXTS]) : value

/** When the pipeline tries again, if it does. */
export const againAt = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : say(t.againAt, { when: momentOf(time) })
