/** In place of a page: what is missing, forbidden or out of reach, and what can be done. */
import { Offline, Problem } from '../api/problem.ts'
import { frame } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
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

export const Forbidden = ({ scope }: { scope: string }) => (
  <Page title={say(frame.forbiddenTitle)} lead={say(frame.forbidden, { scope })}>
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
    <Page
      title={say(isOffline ? frame.offlineTitle : frame.failedTitle)}
      lead={isOffline ? say(frame.offlineNothing) : error.message}
    >
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

/** For whoever runs the service: it leads to the line of the log. */
export const RequestId = ({ error }: { error: Error }) =>
  error instanceof Problem && error.requestId !== undefined ? (
    <p class="hint">{say(frame.requestId, { id: error.requestId })}</p>
  ) : null
