/** In place of a page: what is missing, forbidden or out of reach, and what can be done. */
import { Offline, Problem } from '../../api/problem.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { Page } from './page.tsx'

export const Missing = () => (
  <Page title={say(frame.missingTitle)} lead={say(frame.missing)}>
    <p class="actions start">
      <a class="button second" href="/">
        {say(frame.toStart)}
      </a>
    </p>
  </Page>
)

export const Forbidden = () => (
  <Page title={say(frame.forbiddenTitle)} lead={say(frame.forbidden)}>
    <p class="actions start">
      <a class="button second" href="/">
        {say(frame.toStart)}
      </a>
    </p>
  </Page>
)

/** A page that could not be read or drawn. `again` tries once more. */
export function Fault({ error, again }: { error: Error; again?: () => void }) {
  if (error instanceof Problem && error.status === 404) return <Missing />
  const isOffline = error instanceof Offline
  return (
    <Page title={say(isOffline ? frame.offlineTitle : frame.failedTitle)} lead={reasonOf(error)}>
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
    </Page>
  )
}

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
