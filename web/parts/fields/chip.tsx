/** A chip: a value that is tapped to change it, or a choice that is on or off. */
import type { ComponentChildren } from 'preact'

interface ChipProps {
  children: ComponentChildren
  onClick: () => void
  /** For a choice: whether it is selected. */
  pressed?: boolean
  /** True if nothing is chosen yet: drawn with a dashed line. */
  empty?: boolean
  /** What a tap opens, if anything. */
  opens?: 'listbox' | 'dialog'
  label?: string
}

export const Chip = ({ children, onClick, pressed, empty, opens, label }: ChipProps) => (
  <button
    type="button"
    class={empty ? 'chip empty' : 'chip'}
    aria-pressed={pressed}
    aria-haspopup={opens}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </button>
)
