/** Says beside a button why its change was refused. */
import type { ReadonlySignal } from '@preact/signals'
import { Offline, Problem } from '../../api/problem.ts'
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { Violations } from './violations.tsx'

interface RefusedProps {
  of: ReadonlySignal<Problem | Offline | undefined>
  idOf?: (field: string) => string | undefined
  labelOf?: (field: string) => string | undefined
}

export function Refused({ of, ...fields }: RefusedProps) {
  const error = of.value
  if (error instanceof Offline)
    return (
      <p class="problem" role="alert">
        {say(t.offline)}
      </p>
    )
  return (
    <>
      <Violations problem={error} {...fields} />
      {error?.status === 403 && error.detail.includes('scope') && <p class="hint">{say(t.lacksRight)}</p>}
    </>
  )
}
