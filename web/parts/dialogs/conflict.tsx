/**
 * A dialog about fields that two people have changed. For each field, the person chooses the old value, their own, or the present
 * one.
 */
import { signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { Dialog } from './dialog.tsx'
import { type Clash, type Fields, same } from '../changes/merge.ts'

export interface FieldText {
  label: string
  show: (value: unknown) => string
}

interface Conflict<F extends Fields> {
  /** Asks the person to choose. Undefined if they go back to the form. */
  ask: (clashes: Clash<Extract<keyof F, string>>[]) => Promise<Partial<F> | undefined>
  /** The dialog, which the page must render. */
  dialog: JSX.Element | null
  /** Makes a sentence about fields that other people have changed. */
  taken: (fields: readonly string[]) => string | undefined
}

interface Question {
  clashes: Clash[]
  answer: (choice: Fields | undefined) => void
}

/** A field that is missing in `fields` is called by its own name. */
export function useConflict<F extends Fields>(
  fieldOf: Readonly<Record<string, FieldText>> | ((field: string) => FieldText),
): Conflict<F> {
  const asked = useMemo(() => signal<Question | undefined>(undefined), [])
  const textOf = (field: string): FieldText =>
    (typeof fieldOf === 'function' ? fieldOf(field) : fieldOf[field]) ?? { label: field, show: String }
  return {
    ask: (clashes) =>
      new Promise((resolve) => {
        asked.value = {
          clashes,
          answer(choice) {
            asked.value = undefined
            resolve(choice as Partial<F> | undefined)
          },
        }
      }),
    dialog: asked.value ? <ConflictDialog {...asked.value} textOf={textOf} /> : null,
    taken(fields) {
      if (fields.length === 0) return undefined
      const labels = new Intl.ListFormat(locale()).format(
        fields.map((field) => `\u2068${textOf(field).label}\u2069`),
      )
      return say(t.taken, { fields: labels })
    },
  }
}

export function ConflictDialog({
  clashes,
  answer,
  textOf,
}: Question & { textOf: (field: string) => FieldText }) {
  const chosen = useSignal<Readonly<Record<string, 'mine' | 'now'>>>({})
  const isWhole = clashes.every(({ field }) => chosen.value[field] !== undefined)
  return (
    <Dialog title={say(t.conflictTitle)} onClose={() => answer(undefined)}>
      <form
        class="conflict"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          answer(
            Object.fromEntries(
              clashes.map((clash) => [clash.field, clash[chosen.value[clash.field] ?? 'now']]),
            ),
          )
        }}
      >
        <p>{say(t.conflictLead, { count: clashes.length })}</p>
        {clashes.map((clash, n) => {
          const { label, show } = textOf(clash.field)
          const read = (value: unknown) =>
            same(value, undefined) || value === '' ? say(t.nothing) : show(value)
          return (
            <fieldset key={clash.field}>
              <legend>{label}</legend>
              <p class="conflict-was">
                {say(t.before)}: <bdi>{read(clash.before)}</bdi>
              </p>
              {(['mine', 'now'] as const).map((side) => (
                <label key={side} class="choice">
                  <input
                    type="radio"
                    name={`clash-${n}`}
                    required
                    checked={chosen.value[clash.field] === side}
                    onChange={() => (chosen.value = { ...chosen.value, [clash.field]: side })}
                  />
                  <span>
                    <span class="detail">{say(side === 'mine' ? t.mine : t.now)}</span>
                    <bdi>{read(clash[side])}</bdi>
                  </span>
                </label>
              ))}
            </fieldset>
          )
        })}
        <div class="actions">
          <button type="button" class="quiet" onClick={() => answer(undefined)}>
            {say(t.back)}
          </button>
          <button type="submit" aria-disabled={!isWhole}>
            {say(t.saveThese)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
