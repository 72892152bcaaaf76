/** A field for the time zone of a file. */
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'

interface ZoneFieldProps {
  zone: string
  change: (zone: string) => void
}

export function ZoneField({ zone, change }: ZoneFieldProps) {
  const known = Intl.supportedValuesOf('timeZone')
  const zones = [...new Set([zone, 'UTC', ...known])].toSorted()
  return (
    <div class="field">
      <label for="import-zone">{say(t.zone)}</label>
      <select id="import-zone" value={zone} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {named(one.replaceAll('_', ' '))}
          </option>
        ))}
      </select>
    </div>
  )
}
