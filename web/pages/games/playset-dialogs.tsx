/** The dialogs that rename and delete a playset. */
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { Rename } from './rename.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { type Playset, playsetName } from './facts.ts'

interface Asked {
  playset: Playset
  close: () => void
  /** Called with a sentence that says what has changed. */
  done: (text: string) => void
}

const CHANGED = /^\/(playsets|matches|games|users\/me\/suggestions)/

export function RenamePlayset({ playset, close, done }: Asked) {
  const path = { params: { playsetId: playset.id } }
  return (
    <Rename<string | null>
      title={say(t.renameTitle, { name: named(playsetName(playset)) })}
      name={playset.displayName ?? null}
      hint={say(t.nameHint)}
      empty={null}
      read={() => call('getPlayset', path)}
      send={(body, ifMatch) => call('updatePlayset', { ...path, body, ifMatch })}
      close={close}
      done={() => {
        refetch(CHANGED)
        done(say(t.renamed))
      }}
    />
  )
}

export const DeletePlayset = ({ playset, close, done }: Asked) => (
  <Confirm
    title={say(t.deleteTitle, { name: named(playsetName(playset)) })}
    label={say(t.delete)}
    close={close}
    change={async () => {
      // The version does not matter: the person means this playset, whatever has changed.
      await call('deletePlayset', { params: { playsetId: playset.id }, ifMatch: '*' })
      refetch(CHANGED)
      done(say(t.deleted))
    }}
  >
    <p>{say(t.deleteWhy)}</p>
  </Confirm>
)
