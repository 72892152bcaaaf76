/** A chip: a tap changes its value, or switches it on or off. */
import type { ComponentChildren } from 'preact'

interface ChipProps {
  children: ComponentChildren
  onClick: () => void
  /** Says whether the chip is on or off, for a chip that can be. */
  pressed?: boolean
  /** True if nothing is chosen yet. The chip is drawn with a dashed line. */
  empty?: boolean
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
