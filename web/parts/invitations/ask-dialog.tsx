/** A dialog that asks a member of one of the reader's communities whether they are a stand-in of the reader. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { More } from '../lists/more.tsx'
import { named } from '../marks/names.ts'
import { askUser } from './made.ts'

interface Ref {
  id: string
  displayName: string
}

interface AskDialogProps {
  standIn: Ref
  communities: readonly Ref[]
  close: () => void
}

export const AskDialog = ({ standIn, communities, close }: AskDialogProps) => (
  <Dialog title={say(t.askWho, { name: named(standIn.displayName) })} onClose={close}>
    <p class="soft">{say(t.askWhy)}</p>
    {communities.map((community) => (
      <Members key={community.id} of={community} standIn={standIn} />
    ))}
  </Dialog>
)

function Members({ of: { id: communityId, displayName }, standIn }: { of: Ref; standIn: Ref }) {
  const list = useMemo(
    () => pages('listMemberships', { params: { communityId }, query: { limit: 20 } }),
    [communityId],
  )
  const me = session.value
  const selfId = me.state === 'in' ? me.user.id : ''
  return (
    <section>
      <h3>
        <bdi>{displayName}</bdi>
      </h3>
      <More
        list={list}
        label={say(t.membersOf, { name: named(displayName) })}
        class="lines codes"
        empty={null}
        row={(member) =>
          member.user.id === selfId ? null : <Member key={member.user.id} of={member} standIn={standIn} />
        }
      />
    </section>
  )
}

/** When the question is sent, the part of the page that offers codes is replaced by a sentence, and the dialog with it. */
function Member({ of: { user }, standIn }: { of: Item<'listMemberships'>; standIn: Ref }) {
  const action = useAction()
  return (
    <li>
      <SendButton
        class="quiet"
        label={say(t.askName, { name: named(user.displayName) })}
        busy={action.busy.value}
        press={() => void action.run(() => askUser(standIn.id, user.id))}
      />
      <Refused of={action.refused} />
    </li>
  )
}
