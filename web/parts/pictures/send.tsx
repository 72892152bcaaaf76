/** A dialog that shows a picture, saves it, and sends it by the device's own way of sharing. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { giveFile } from '../changes/give-file.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { CannotDraw, canvasOf, pngOf } from './draw.ts'
import type { Mark } from './mark.ts'

export interface PictureProps {
  /** What a screen reader says of the picture, and whoever gets it reads. `namesAll` is the same as in `marks`. */
  about: (namesAll: boolean) => string
  /** The name of the file without its end. */
  file: string
  /** The picture. `namesAll` is true if it names people who have not shown the reader their page. */
  marks: (namesAll: boolean) => readonly Mark[]
  /** True if somebody is left unnamed by default. */
  hidesNames: boolean
}

interface SendPictureProps extends PictureProps {
  close: () => void
}

export function SendPicture({ about, file, marks, hidesNames, close }: SendPictureProps) {
  const namesAll = useSignal(false)
  const png = useSignal<File | undefined>(undefined)
  const said = useSignal(say(t.making))
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isOver = false
    const make = async () => {
      try {
        const canvas = await canvasOf(marks(namesAll.value))
        const made = await pngOf(canvas, `${file}.png`)
        if (isOver) return
        shown.current?.replaceChildren(canvas)
        png.value = made
        said.value = ''
      } catch (error) {
        if (!(error instanceof CannotDraw || error instanceof DOMException)) throw error
        said.value = say(t.failed)
      }
    }
    void make()
    return () => void (isOver = true)
  }, [namesAll.value])
  const made = png.value
  const canSend = made !== undefined && 'canShare' in navigator && navigator.canShare({ files: [made] })
  const save = () => {
    if (!made) return
    giveFile(made, made.name)
    said.value = say(t.saved)
  }
  // If the person cancels sharing, that is not an error.
  const send = () =>
    made && void navigator.share({ files: [made], title: about(namesAll.peek()) }).catch(() => undefined)
  return (
    <Dialog title={say(t.title)} onClose={close}>
      <div class="picture-shown" role="img" aria-label={about(namesAll.value)} ref={shown} />
      {hidesNames && (
        <label class="choice">
          <input
            type="checkbox"
            checked={namesAll.value}
            onChange={({ currentTarget }) => (namesAll.value = currentTarget.checked)}
          />
          <span>{say(t.nameEverybody)}</span>
        </label>
      )}
      <p class="hint">{say(hidesNames ? t.namesSome : t.namesAll)}</p>
      <p role="status">{said.value}</p>
      <div class="actions">
        <button type="button" class={canSend ? 'second' : undefined} aria-disabled={!made} onClick={save}>
          {say(t.save)}
        </button>
        {canSend && (
          <button type="button" onClick={send}>
            {say(t.send)}
          </button>
        )}
      </div>
    </Dialog>
  )
}
