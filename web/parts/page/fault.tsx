/** Shown in place of a page that is missing, forbidden or out of reach. It says what the reader can do. */
import { useEffect } from 'preact/hooks'
import { Offline, Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { Page, type PageView } from './page.tsx'

export interface Absence {
  title: string
  lead: string
  href: string
  action: string
  /** True if there is another action before the link. */
  isSecond?: boolean
}

export const absent = ({ title, lead, href, action, isSecond = false }: Absence): PageView => ({
  title,
  lead,
  children: (
    <p class="actions start">
      <a class={isSecond ? 'button second' : 'button'} href={href}>
        {action}
      </a>
    </p>
  ),
})

export const Absent = ({ of }: { of: Absence }) => <Page {...absent(of)} />

const toStart = () => ({ href: '/', action: say(frame.toStart), isSecond: true })

const missing = (): Absence => ({ title: say(frame.missingTitle), lead: say(frame.missing), ...toStart() })

export const Missing = () => <Absent of={missing()} />

export const Forbidden = () => (
  <Absent of={{ title: say(frame.forbiddenTitle), lead: say(frame.forbidden), ...toStart() }} />
)

/** The page for an error. `again` tries to load once more. */
export function faulty(error: Error, again?: () => void): PageView {
  if (error instanceof Problem && error.status === 404) return absent(missing())
  const isOffline = error instanceof Offline
  return {
    title: say(isOffline ? frame.offlineTitle : frame.failedTitle),
    lead: reasonOf(error),
    children: (
      <>
        <RequestId error={error} />
        <p class="actions start">
          {again && (
            <button type="button" onClick={again}>
              {say(frame.again)}
            </button>
          )}
          <a class="button second" href="/">
            {say(frame.toStart)}
          </a>
        </p>
      </>
    ),
  }
}

/** A page that is out of reach loads again by itself as soon as the browser says that it is online. */
export function Fault({ error, again }: { error: Error; again?: () => void }) {
  useEffect(() => {
    if (!again || !(error instanceof Offline)) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  })
  return <Page {...faulty(error, again)} />
}

/** Says in words for people why something was refused. The service's own words are for programs. */
export function reasonOf(error: Error): string {
  if (error instanceof Offline) return say(frame.offlineNothing)
  return error.message.startsWith('You may not see') ? say(frame.notShown) : error.message
}

/** The id of the request. With it, an operator finds the request in the log. */
export const RequestId = ({ error }: { error: Error }) =>
  error instanceof Problem && error.requestId !== undefined ? (
    <p class="hint">{say(frame.requestId, { id: error.requestId })}</p>
  ) : null
