/** A field that narrows the list below it while the person is typing. */
import { signal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { LONGEST_SEARCH, searchFor } from './filter.ts'
import { useSettled } from './picker.tsx'

interface SearchProps {
  label: string
  text: string
  change: (text: string) => void
}

export function Search({ label, text, change }: SearchProps) {
  const id = useId()
  const typed = useMemo(() => signal(text), [])
  const settled = useSettled(typed.value)
  const sent = useRef<string>(undefined)
  const { current: home } = useRef(location.pathname)
  useEffect(() => {
    const sought = searchFor(settled)
    // After a click on a link, this page stays until the next one is loaded.
    if (sought === text || location.pathname !== home) return
    sent.current = sought
    change(sought)
  }, [settled])
  // A link or the back button can change the text in the URL. Changes by the field itself come back here too.
  useEffect(() => {
    const isOwn = text === sent.current
    sent.current = undefined
    if (!isOwn && searchFor(typed.peek()) !== text) typed.value = text
  }, [text])
  return (
    <div class="search-field" role="search">
      <label class="unseen" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST_SEARCH}
        placeholder={label}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
    </div>
  )
}
