/** The time zone of a file: a field, and the change of it after the file was read. */
import { call } from '../../api/call.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import, LiveImport } from './live.ts'

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

/** The service makes the dry run again. */
export function Zone({ of, live }: { of: Import; live: LiveImport }) {
  const action = useAction()
  const change = async (timeZone: string) => {
    const etag = live.etag
    try {
      live.see(
        await call('updateImport', {
          ...live.path,
          body: { timeZone },
          ...(etag === undefined ? {} : { ifMatch: etag }),
        }),
      )
    } catch (error) {
      await live.read()
      if (!isStale(error)) throw error
      live.see(await call('updateImport', { ...live.path, body: { timeZone }, ifMatch: '*' }))
    }
  }
  return (
    <section class="part">
      <ZoneField zone={of.timeZone} change={(zone) => void action.run(() => change(zone))} />
      <p class="hint">{say(t.zoneWhy)}</p>
      <Refused of={action.refused} />
    </section>
  )
}
