/** Says what stays after the account is erased, and under which name. Then erases the account. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { type SignedIn, signOut } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'
import { claimedOfOthers } from './claimed.ts'

export function Erase({ me }: { me: SignedIn }) {
  const isAsking = useSignal(false)
  const recorderId = `recorderId==${exactly(me.user.id)}`
  const filter = allOf(recorderId, 'finalizedAt=null=false') ?? ''
  const recorded = kept('countMatches', { query: { filter } }).value.value?.count
  const claimed = claimedOfOthers(kept, me.canonicalPlayerId, me.user.id).value.value?.items ?? []
  const owned = { filter: `ownerId==${exactly(me.user.id)}` }
  const communities = kept('countCommunities', { query: owned }).value.value?.count ?? 0
  const member = kept('countMyMemberships').value.value?.count ?? 0
  return (
    <>
      <ul class="plain-list">
        {recorded !== undefined && <li>{say(t.eraseMatches, { count: recorded })}</li>}
        {claimed.map(({ id, displayName, owner }) => (
          <li key={id}>{say(t.eraseClaim, { name: named(displayName), owner: named(owner.displayName) })}</li>
        ))}
        {recorded !== undefined && recorded > 0 && <li>{say(t.eraseStandIns)}</li>}
        {member > communities && <li>{say(t.eraseMemberships, { count: member - communities })}</li>}
        {communities > 0 && <li>{say(t.eraseCommunities, { count: communities })}</li>}
        <li>{say(t.eraseGone)}</li>
      </ul>
      <p class="hint">{say(t.eraseFirst)}</p>
      <p class="actions start">
        <button type="button" class="second" onClick={() => (isAsking.value = true)}>
          {say(t.eraseAsk)}
        </button>
      </p>
      {isAsking.value && <Sure name={me.user.displayName} close={() => (isAsking.value = false)} />}
    </>
  )
}

function Sure({ name, close }: { name: string; close: () => void }) {
  const typed = useSignal('')
  const isUnsure = useSignal(false)
  const action = useAction()
  return (
    <Dialog title={say(t.eraseTitle)} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          isUnsure.value = typed.value.trim().normalize() !== name.normalize()
          if (!isUnsure.peek()) void action.run(erase)
        }}
      >
        <Refused of={action.refused} />
        <div class="sheet">
          <div class={isUnsure.value ? 'field wrong' : 'field'}>
            <label for="erase-name">{say(t.eraseSure, { name: named(name) })}</label>
            <input
              id="erase-name"
              type="text"
              required
              autocomplete="off"
              value={typed.value}
              aria-describedby={isUnsure.value ? 'erase-fault' : undefined}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
            {isUnsure.value && (
              <p class="fault" id="erase-fault">
                {say(t.eraseUnsure)}
              </p>
            )}
          </div>
        </div>
        <DialogButtons
          close={close}
          cancel={say(frame.cancel)}
          busy={action.busy.value}
          label={say(t.eraseNow)}
        />
      </form>
    </Dialog>
  )
}

async function erase(): Promise<void> {
  // The version does not matter: the person means this account, even if its name was changed elsewhere meanwhile.
  await call('eraseMe', { ifMatch: '*' })
  await signOut('erased')
}
