/** On the page of somebody else's stand-in: the reader can claim the stand-in, and withdraw the claim. */
import { type Body, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/stand-in.ts'
import { say } from '../../texts/text.ts'

export function ThisIsMe({ of }: { of: Body<'getStatisticsOfGhostPlayer'> }) {
  const action = useAction()
  const { ghostPlayer, owner } = of
  const names = { name: named(ghostPlayer.displayName), owner: named(owner.displayName) }
  const waits = of.claimRequests > 0
  const press = () =>
    void action.run(async () => {
      try {
        await (waits ? withdraw(ghostPlayer.id) : claim(ghostPlayer.id))
      } finally {
        refetch(/^\/(ghost-players|claim-requests|users\/me\/inbox)/)
      }
    })
  return (
    <section class="part" aria-label={say(t.isThisYou, names)}>
      {!waits && <h2>{say(t.isThisYou, names)}</h2>}
      <p class={waits ? 'notice' : 'soft'}>{say(waits ? t.waits : t.isThisYouWhy, names)}</p>
      <Refused of={action.refused} />
      {may(waits ? 'claim-request-cancel' : 'claim-request-create') && (
        <p class="actions start">
          <SendButton
            class={waits ? 'quiet' : 'second'}
            label={say(waits ? t.withdraw : t.thisIsMe)}
            busy={action.busy.value}
            press={press}
          />
        </p>
      )}
    </section>
  )
}

const claim = (ghostPlayerId: string) => call('createClaimRequest', { body: { ghostPlayerId } })

async function withdraw(ghostPlayerId: string): Promise<void> {
  const filter = `ghostPlayerId==${exactly(ghostPlayerId)};status==${exactly('PENDING')}`
  const { items } = (await call('listClaimRequests', { query: { filter } })).body
  for (const { id } of items)
    await call('cancelClaimRequest', { params: { claimRequestId: id }, ifMatch: '*' })
}
