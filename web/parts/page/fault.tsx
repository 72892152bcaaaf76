/** In place of a page: what is missing, forbidden or out of reach, and what can be done. */
import { Offline, Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { Page, type PageView } from './page.tsx'

/** In place of what is not there, or not for the reader, with a way on. */
export interface Absence {
  title: string
  lead: string
  href: string
  action: string
  /** The way on stands behind another action. */
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

/** A page that could not be read or drawn. `again` tries once more. */
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

export const Fault = ({ error, again }: { error: Error; again?: () => void }) => (
  <Page {...faulty(error, again)} />
)

/** A refusal to read is in the words of the app: the service speaks to programs, and names its resources. */
export function reasonOf(error: Error): string {
  if (error instanceof Offline) return say(frame.offlineNothing)
  return error.message.startsWith('You may not see') ? say(frame.notShown) : error.message
}

/** For whoever runs the service: it leads to the line of the log. */
export const RequestId = ({ error }: { error: Error }) =>
  error instanceof Problem && error.requestId !== undefined ? (
    <p class="hint">{say(frame.requestId, { id: error.requestId })}</p>
  ) : null
