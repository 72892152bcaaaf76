/** Checkboxes for roles. */
import type { Signal } from '@preact/signals'
import { ROLES, type Role, roleName } from './roles.ts'

interface RoleChecksProps {
  legend: string
  /** True if the legend is only for screen readers, because a heading says the same. */
  isUnseen?: boolean
  chosen: Signal<ReadonlySet<Role>>
  disabled?: boolean
}

export const RoleChecks = ({ legend, isUnseen = false, chosen, disabled = false }: RoleChecksProps) => (
  <fieldset disabled={disabled}>
    <legend class={isUnseen ? 'unseen' : undefined}>{legend}</legend>
    {ROLES.map((role) => (
      <label key={role} class="check">
        <input
          type="checkbox"
          checked={chosen.value.has(role)}
          onChange={() => (chosen.value = chosen.value.symmetricDifference(new Set([role])))}
        />
        {roleName(role)}
      </label>
    ))}
  </fieldset>
)

/** In the order in which they are listed. */
export const rolesIn = (chosen: ReadonlySet<Role>): Role[] => ROLES.filter((role) => chosen.has(role))
