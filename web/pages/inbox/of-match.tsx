/** The slips about a match: corrections and disputes. */
import type { MatchBody } from '../../parts/corrections/changes.ts'
import { DisputeDecision, EditDecision } from '../../parts/corrections/decision.tsx'
import { askerOf } from '../../parts/corrections/items.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { SlipFrame, type SlipProps } from './slip.tsx'

export function EditSlip(props: SlipProps) {
  const { match, matchEdit, ownParticipantIds = [] } = props.item
  if (!match || !matchEdit) return null
  const isOwn = matchEdit.proposedBy.id === match.recorder.id
  const game = named(match.game.displayName)
  return (
    <SlipFrame
      {...props}
      kind={say(t.correction)}
      title={isOwn ? say(t.correctsOwn, { game }) : say(t.corrects, { name: askerOf(props.item), game })}
      href={`/matches/${match.id}`}
      where={withOthers(match, ownParticipantIds, undefined, false)}
    >
      <EditDecision item={props.item} match={match} edit={matchEdit} done={props.done} />
    </SlipFrame>
  )
}

export function DisputeSlip(props: SlipProps) {
  const { match, dispute, ownParticipantIds = [] } = props.item
  if (!match || !dispute) return null
  return (
    <SlipFrame
      {...props}
      kind={say(t.dispute)}
      title={say(t.disputeSays, { name: askerOf(props.item) })}
      href={`/matches/${match.id}`}
      where={withOthers(match, ownParticipantIds, dispute.matchParticipantId, true)}
    >
      <blockquote class="slip-words" dir="auto">
        <q>{dispute.reason}</q>
      </blockquote>
      <DisputeDecision item={props.item} match={match} dispute={dispute} done={props.done} />
    </SlipFrame>
  )
}

/** The most names that are shown. Further people are only counted. */
const MOST_NAMES = 5

/** The day and who played besides the asker, with the reader first. */
function withOthers(
  match: MatchBody,
  own: readonly string[],
  asker: string | undefined,
  withGame: boolean,
): string {
  const others = match.participants.filter(({ id }) => !own.includes(id) && id !== asker)
  const names = others.map(({ ghostPlayer }) => ghostPlayer.displayName)
  const isThere = own.length > 0 && !own.includes(asker ?? '')
  const shown = names.length > MOST_NAMES ? names.slice(0, MOST_NAMES - 1) : names
  const people = [
    ...(isThere ? [say(t.you)] : []),
    ...shown,
    ...(shown.length < names.length ? [say(t.others, { count: names.length - shown.length })] : []),
  ]
  const day = whenOf(new Date(match.playedAt), { near: withGame })
  const game = named(match.game.displayName)
  if (people.length === 0) return withGame ? say(t.gameDay, { game, day }) : day
  const at = { day, names: listOfNames(people) }
  return withGame ? say(t.gameDayWith, { game, ...at }) : say(t.dayWith, at)
}
