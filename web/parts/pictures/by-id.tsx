/** The picture of a match, for a page that has only some of the match. It reads the rest, and says so if it cannot. */
import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { pictureById } from './of-match.ts'
import { type PictureProps, SendPicture } from './send.tsx'

export function PictureById({ matchId, close }: { matchId: string; close: () => void }) {
  const picture = useSignal<PictureProps | undefined>(undefined)
  const action = useAction()
  useEffect(() => void action.run(async () => void (picture.value = await pictureById(matchId))), [matchId])
  if (picture.value) return <SendPicture {...picture.value} close={close} />
  return action.refused.value ? (
    <Dialog title={say(t.title)} onClose={close}>
      <Refused of={action.refused} />
    </Dialog>
  ) : null
}
