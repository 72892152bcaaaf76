/** The button that opens a picture to send. What draws it is loaded when somebody presses the button. */
import { useSignal } from '@preact/signals'
import { Offline } from '../../api/problem.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import type { ComponentType } from 'preact'
import type { PictureProps } from './send.tsx'

interface Opened {
  Dialog: ComponentType<PictureProps & { close: () => void }>
  props: PictureProps
}

interface PictureButtonProps {
  label: string
  picture: () => Promise<PictureProps>
}

export function PictureButton({ label, picture }: PictureButtonProps) {
  const opened = useSignal<Opened | undefined>(undefined)
  const action = useAction()
  const open = async () => {
    try {
      const [{ SendPicture: Dialog }, props] = await Promise.all([import('./send.tsx'), picture()])
      opened.value = { Dialog, props }
    } catch (error) {
      // The browser says so if it cannot load a script.
      throw error instanceof TypeError ? new Offline() : error
    }
  }
  const shown = opened.value
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-disabled={action.busy.value}
        onClick={() => void action.run(open)}
      >
        {label}
      </button>
      <Refused of={action.refused} />
      {shown && <shown.Dialog {...shown.props} close={() => (opened.value = undefined)} />}
    </>
  )
}
