/** The slip about an invitation of the reader that somebody accepted or declined. */
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Choices, SlipButtons } from '../../parts/corrections/choices.tsx'
import type { InboxItem } from '../../parts/corrections/items.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { acknowledge } from './decide.ts'
import { SlipFrame, type SlipProps } from './slip.tsx'

type Invitation = NonNullable<InboxItem['invitation']>

export function InvitationSlip(props: SlipProps) {
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
      where={say(invitation.declined ? t.codeDeclined : t.codeUsed)}
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

function titleOf({ ghostPlayer, community, declined, accepted, acceptedBy }: Invitation): string {
  const standIn = named(ghostPlayer?.displayName ?? '')
  if (declined) return say(t.isNot, { standIn })
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
