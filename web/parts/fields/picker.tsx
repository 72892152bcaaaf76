/** A dialog that chooses one of many things by a part of its name. */
import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Chip } from './chip.tsx'
import { type Choice, Combobox } from './combobox.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { searchFor } from './filter.ts'

const AT_HAND = 12

interface PickerProps {
  title: string
  label: string
  /** Finds the choices for a text. Undefined while they load. It reads signals, so call it while rendering. */
  find: (text: string) => readonly Choice[] | undefined
  choose: (choice: Choice) => void
  close: () => void
  /** Shown below the field, for example a refusal. */
  below?: ComponentChildren
  /** Shown if there is nothing to choose. */
  none?: ComponentChildren
  /** True if Enter chooses the first choice. */
  picksFirst?: boolean
}

export function Picker({ title, label, find, choose, close, below, none, picksFirst = false }: PickerProps) {
  const typed = useSignal('')
  const sought = useSettled(typed.value)
  const found = find(searchFor(sought))
  const last = useRef<readonly Choice[]>([])
  if (found) last.current = found
  const busy = found === undefined || sought !== typed.value
  const choices = busy ? last.current.filter(({ label }) => isIn(label, typed.value)) : found
  return (
    <Dialog title={title} onClose={close}>
      <div class="picker-body">
        <Combobox
          label={label}
          text={typed.value}
          onText={(text) => (typed.value = text)}
          choices={choices}
          busy={busy}
          onChoose={choose}
          otherwise={none}
          picksFirst={picksFirst}
          autoFocus
        />
        {below}
        {typed.value === '' && !busy && choices.length === 0 && none}
        {typed.value === '' && (
          <div class="chips">
            {choices.slice(0, AT_HAND).map((choice) => (
              <Chip key={choice.id} onClick={() => choose(choice)}>
                {choice.shown ?? choice.label}
              </Chip>
            ))}
          </div>
        )}
        <p class="actions">
          <button type="button" class="quiet" onClick={close}>
            {say(frame.close)}
          </button>
        </p>
      </div>
    </Dialog>
  )
}

/**
 * While a search is running, choices that do not fit are removed at once. So the answer moves nothing away from under a finger.
 */
const isIn = (label: string, typed: string) =>
  label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())

/** In milliseconds. A search begins when nothing was typed for this time. */
const SETTLES = 200

export function useSettled(typed: string): string {
  const settled = useMemo(() => signal(typed), [])
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = typed), SETTLES)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.value
}
