/** The slips about people: claims and requests to join. */
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Choices, SlipButtons } from '../../parts/corrections/choices.tsx'
import { type InboxItem, askerOf } from '../../parts/corrections/items.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { monthOf } from '../../parts/marks/days.ts'
import { t } from '../../texts/inbox.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { decideClaim, decideRequest } from './decide.ts'
import { SlipFrame, type SlipProps } from './slip.tsx'

export function ClaimSlip(props: SlipProps) {
  const { item, done } = props
  const { claimRequest, matches } = item
  const action = useAction()
  if (!claimRequest) return null
  const name = askerOf(item)
  const count = matches?.number ?? 0
  return (
    <SlipFrame
      {...props}
      kind={say(t.claim)}
      title={say(t.claimSays, { name, standIn: named(claimRequest.ghostPlayer.displayName) })}
      href={`/stand-ins/${claimRequest.ghostPlayer.id}`}
      where={matchesText(matches)}
    >
      <Words>{claimRequest.message}</Words>
      <p class="slip-then">{say(t.claimMeans, { count, name })}</p>
      <SlipButtons refused={action.refused}>
        {may('claim-request-decide') && (
          <Choices
            yes={say(t.claimYes, { name })}
            no={say(t.claimNo)}
            press={() => void action.run(async () => done(await decideClaim(item, 'APPROVED')))}
            refuse={{
              title: say(t.claimNoTitle, { name }),
              why: say(t.claimNoWhy, { name }),
              send: say(t.claimNoSend),
              run: async () => done(await decideClaim(item, 'REJECTED')),
            }}
            action={action}
          />
        )}
      </SlipButtons>
    </SlipFrame>
  )
}

export function RequestSlip(props: SlipProps) {
  const { item, done } = props
  const { membershipRequest, matches, fellows = [] } = item
  const action = useAction()
  if (!membershipRequest) return null
  const { community } = membershipRequest
  const name = askerOf(item)
  const people = listOfNames(
    fellows.map((one) => say(t.oneWith, { name: named(one.ghostPlayer.displayName), count: one.matches })),
  )
  return (
    <SlipFrame
      {...props}
      kind={say(t.request)}
      title={say(t.asksToJoin, { name, community: named(community.displayName) })}
      href={`/communities/${community.id}`}
      where={
        fellows.length === 0 ? say(t.noMembers) : say(t.withMembers, { count: matches?.number ?? 0, people })
      }
    >
      <SlipButtons refused={action.refused}>
        {may('membership-request-decide') && (
          <Choices
            yes={say(t.letIn, { name })}
            no={say(t.no)}
            press={() => void action.run(async () => done(await decideRequest(item, 'APPROVED')))}
            refuse={{
              title: say(t.refuseTitle, { name }),
              why: say(t.refuseWhy, { name }),
              send: say(t.claimNoSend),
              run: async () => done(await decideRequest(item, 'REJECTED')),
            }}
            action={action}
          />
        )}
      </SlipButtons>
    </SlipFrame>
  )
}

const Words = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <blockquote class="slip-words" dir="auto">
      <q>{children}</q>
    </blockquote>
  )

/** In milliseconds. If the last match is more recent than this, "now" is shown in place of its month. */
const RECENT = 31 * 86_400_000

/** `by` is the person who recorded the matches, if it is not the reader. */
export function matchesText(matches: InboxItem['matches'], by?: string): string {
  const { number: count = 0, firstPlayedAt, lastPlayedAt } = matches ?? {}
  if (count === 0 || firstPlayedAt === undefined || lastPlayedAt === undefined) return say(t.claimNone)
  const from = monthOf(firstPlayedAt, locale())
  const isNow = Date.now() - Date.parse(lastPlayedAt) < RECENT
  const to = isNow ? say(t.now) : monthOf(lastPlayedAt, locale())
  const isOne = from === to || (isNow && count === 1)
  if (by !== undefined)
    return isOne
      ? say(t.questionMonth, { count, name: by, from })
      : say(t.questionMatches, { count, name: by, from, to })
  return isOne ? say(t.claimMonth, { count, from }) : say(t.claimMatches, { count, from, to })
}
