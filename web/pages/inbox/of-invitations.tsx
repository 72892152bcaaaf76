/** The slips about invitations: how one of the reader ended, and the question whether the reader is somebody's stand-in. */
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Choices, SlipButtons } from '../../parts/corrections/choices.tsx'
import { type InboxItem, askerOf, isQuestion } from '../../parts/corrections/items.ts'
import { listOfNames, named, sequenceOfNames } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { acknowledge, answerQuestion } from './decide.ts'
import { matchesText } from './of-people.tsx'
import { SlipFrame, type SlipProps } from './slip.tsx'

type Invitation = NonNullable<InboxItem['invitation']>

export const InvitationSlip = (props: SlipProps) =>
  isQuestion(props.item) ? <QuestionSlip {...props} /> : <AnswerSlip {...props} />

function QuestionSlip(props: SlipProps) {
  const { item, done } = props
  const action = useAction()
  const { invitation } = item
  if (!invitation) return null
  const name = askerOf(item)
  const standIn = named(invitation.ghostPlayer?.displayName ?? '')
  return (
    <SlipFrame
      {...props}
      kind={say(t.question)}
      title={say(t.isThatYou, { name, standIn })}
      where={matchesText(item.matches, name)}
    >
      <ul class="slip-newest">
        {(invitation.newest ?? []).map(({ game, playedAt, others }) => (
          <li key={playedAt + game.id}>{newestText(game.displayName, playedAt, others)}</li>
        ))}
      </ul>
      <p class="slip-then">{say(t.questionMeans, { count: item.matches?.number ?? 0, name })}</p>
      <SlipButtons refused={action.refused}>
        {may('invitation-accept') && (
          <Choices
            yes={say(t.thatIsMe)}
            no={say(t.notMe)}
            press={() => void action.run(async () => done(await answerQuestion(item, true)))}
            refuse={{
              title: say(t.notMeTitle, { standIn }),
              why: say(t.notMeWhy, { name }),
              send: say(t.claimNoSend),
              run: async () => done(await answerQuestion(item, false)),
            }}
            action={action}
          />
        )}
      </SlipButtons>
    </SlipFrame>
  )
}

function newestText(
  displayName: string,
  playedAt: string,
  others: readonly { displayName: string }[],
): string {
  const [game, day] = [named(displayName), whenOf(new Date(playedAt), { near: true })]
  if (others.length === 0) return say(t.gameDay, { game, day })
  return say(t.gameDayWith, { game, day, names: sequenceOfNames(others.map((one) => one.displayName)) })
}

function AnswerSlip(props: SlipProps) {
  const { item, done } = props
  const action = useAction()
  const { invitation } = item
  if (!invitation) return null
  const title = titleOf(invitation)
  return (
    <SlipFrame
      {...props}
      kind={say(t.code)}
      title={title}
      href={placeOf(invitation)}
      where={whereText(invitation)}
    >
      <SlipButtons refused={action.refused}>
        {may('invitation-acknowledge') && (
          <Choices
            yes={say(t.good)}
            press={() =>
              void action.run(async () => done(await acknowledge(item, say(t.noted, { what: title }))))
            }
            action={action}
          />
        )}
      </SlipButtons>
    </SlipFrame>
  )
}

function whereText({ declined, recipient }: Invitation): string {
  if (recipient) return say(declined ? t.questionDeclined : t.questionAsked)
  return say(declined ? t.codeDeclined : t.codeUsed)
}

function titleOf({ ghostPlayer, community, recipient, declined, accepted, acceptedBy }: Invitation): string {
  const standIn = named(ghostPlayer?.displayName ?? '')
  if (declined)
    return recipient
      ? say(t.isNotWho, { name: named(recipient.displayName), standIn })
      : say(t.isNot, { standIn })
  const more = accepted - acceptedBy.length
  const name = listOfNames([
    ...acceptedBy.map(({ displayName }) => named(displayName)),
    ...(more > 0 ? [say(t.others, { count: more })] : []),
  ])
  if (ghostPlayer) return say(t.isNow, { name, standIn })
  if (community) return say(t.haveJoined, { name, community: named(community.displayName), count: accepted })
  return say(t.mayCorrect, { name })
}

const placeOf = ({ ghostPlayer, community }: Invitation): string =>
  ghostPlayer
    ? `/stand-ins/${ghostPlayer.id}`
    : community
      ? `/communities/${community.id}`
      : '/settings/trusted-editors'
