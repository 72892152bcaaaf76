/** A chip. A tap changes its value, or switches it on or off. */
import type { ComponentChildren } from 'preact'

interface ChipProps {
  children: ComponentChildren
  onClick: () => void
  /** For a chip that can be switched: is it on? */
  pressed?: boolean
  /** True if nothing is chosen yet. The chip then has a dashed border. */
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
