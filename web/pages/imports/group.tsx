/** A sentence that opens a list. The list is rendered only when it is opened. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface GroupProps {
  text: string
  children: () => ComponentChildren
}

export function Group({ text, children }: GroupProps) {
  const isOpen = useSignal(false)
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{text}</summary>
      {isOpen.value && children()}
    </details>
  )
}
