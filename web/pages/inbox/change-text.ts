/** One line about a correction that the reader sent. */
import { valueText } from '../../parts/corrections/change-rows.tsx'
import { appliedChangesOf, changesOf } from '../../parts/corrections/changes.ts'
import type { InboxItem } from '../../parts/corrections/items.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'

/** Undefined if the item is not a correction, or if the reader may no longer see it. */
export function changeText({ match, matchEdit, game, ownParticipantIds = [] }: InboxItem) {
  if (!match || !matchEdit || !game) return undefined
  const changes = appliedChangesOf(matchEdit, match) ?? changesOf(matchEdit, match)
  const [one] = changes
  if (changes.length !== 1 || one?.of !== 'score') return say(t.changes, { count: changes.length })
  const from = valueText(one, one.from, game.scoreType)
  const to = valueText(one, one.to, game.scoreType)
  return ownParticipantIds.includes(match.participants[one.seat]?.id ?? '')
    ? say(t.yourScore, { from, to })
    : say(t.scoreOf, { name: named(one.participant.displayName), from, to })
}
