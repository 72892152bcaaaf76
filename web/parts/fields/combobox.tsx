/** A field with suggestions. It follows ARIA's pattern for a combobox with a list and manual selection. */
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export interface Choice {
  id: string
  label: string
  shown?: ComponentChildren
}

interface ComboboxProps<C extends Choice> {
  label: string
  text: string
  onText: (text: string) => void
  /** The choices for the typed text, which the caller finds. */
  choices: readonly C[]
  onChoose: (choice: C) => void
  busy?: boolean
  placeholder?: string
  /** The id of the input, for a label or a violation that is elsewhere. */
  id?: string
  /** Shown if the list is empty. */
  otherwise?: ComponentChildren
  autoFocus?: boolean
  /** True if Enter chooses the first choice when none is active. Only for choices that change nothing. */
  picksFirst?: boolean
}

function useIdOr(given: string | undefined): string {
  const own = useId()
  return given ?? own
}

export function Combobox<C extends Choice>(options: ComboboxProps<C>) {
  const { label, text, onText, choices, onChoose, busy = false, placeholder, otherwise } = options
  const id = useIdOr(options.id)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const active = isOpen ? choices[at] : undefined
  const entered = active ?? (isOpen && options.picksFirst && text !== '' ? choices[0] : undefined)
  useEffect(() => setAt(-1), [text])
  useEffect(() => {
    if (options.autoFocus) field.current?.focus()
  }, [])
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (choice: C) => {
    setOpen(false)
    setAt(-1)
    onChoose(choice)
  }
  const move = (to: number) => {
    setOpen(true)
    if (choices.length > 0) setAt((to + choices.length) % choices.length)
  }
  const keys: Record<string, () => boolean | void> = {
    ArrowDown: () => move(isOpen ? at + 1 : 0),
    ArrowUp: () => move(isOpen ? at - 1 + (at < 0 ? 1 : 0) : choices.length - 1),
    Enter: () => (entered ? choose(entered) : false),
    Escape: () => {
      if (isOpen) setOpen(false)
      else if (text === '') return false
      else onText('')
      return undefined
    },
  }
  return (
    <div class="combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="search"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active ? `${id}-${active.id}` : undefined}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          setOpen(true)
          onText(currentTarget.value)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
          const key = keys[event.key]
          if (key && key() !== false) event.preventDefault()
        }}
      />
      <List id={id} of={list} label={label} choices={choices} at={at} isOpen={isOpen} choose={choose} />
      {isOpen && !busy && choices.length === 0 && text !== '' && (
        <div class="combobox-none" onPointerDown={(event) => event.preventDefault()}>
          {otherwise ?? <p class="hint">{say(frame.noChoice)}</p>}
        </div>
      )}
      <p class="unseen" role="status">
        {isOpen && !busy && text !== '' ? say(frame.choices, { count: choices.length }) : ''}
      </p>
    </div>
  )
}

interface ListProps<C extends Choice> {
  id: string
  of: RefObject<HTMLUListElement | null>
  label: string
  choices: readonly C[]
  /** The index of the active choice, or -1 if none is active. */
  at: number
  isOpen: boolean
  choose: (choice: C) => void
}

const List = <C extends Choice>({ id, of, label, choices, at, isOpen, choose }: ListProps<C>) => (
  <ul id={`${id}-list`} ref={of} role="listbox" aria-label={label} hidden={!isOpen || choices.length === 0}>
    {choices.map((choice, n) => (
      <li
        key={choice.id}
        id={`${id}-${choice.id}`}
        role="option"
        aria-selected={n === at}
        // Keeps the focus in the field. Otherwise the list would close before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => choose(choice)}
      >
        {choice.shown ?? choice.label}
      </li>
    ))}
  </ul>
)
