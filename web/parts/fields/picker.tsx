/** A dialog that chooses one of many things, found by a part of their name. */
import { signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Chip } from './chip.tsx'
import { type Choice, Combobox } from './combobox.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { searchFor } from './filter.ts'

/** The number of choices before anything is typed. */
const AT_HAND = 12

interface PickerProps {
  title: string
  label: string
  /** The choices that fit the text; undefined while they are loading. Reads signals. */
  find: (text: string) => readonly Choice[] | undefined
  choose: (choice: Choice) => void
  close: () => void
}

export function Picker({ title, label, find, choose, close }: PickerProps) {
  const typed = useSignal('')
  const sought = useSettled(typed.value)
  const found = find(searchFor(sought))
  const last = useRef<readonly Choice[]>([])
  if (found) last.current = found
  return (
    <Dialog title={title} onClose={close}>
      <div class="picker-body">
        <Combobox
          label={label}
          text={typed.value}
          onText={(text) => (typed.value = text)}
          choices={last.current}
          busy={found === undefined || sought !== typed.value}
          onChoose={choose}
          autoFocus
        />
        {typed.value === '' && (
          <div class="chips">
            {last.current.slice(0, AT_HAND).map((choice) => (
              <Chip key={choice.id} onClick={() => choose(choice)}>
                {choice.shown ?? choice.label}
              </Chip>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The pause in typing before a search starts, in milliseconds. */
const SETTLES = 200

/** The typed text, once the person pauses. */
export function useSettled(typed: string): string {
  const settled = useMemo(() => signal(typed), [])
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = typed), SETTLES)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.value
}
