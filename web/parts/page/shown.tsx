/** A page about something that is read: one frame stays while it is loaded, shown, hidden or missing, so its heading keeps the focus. */
import type { JSX } from 'preact'
import { Offline, Problem } from '../../api/problem.ts'
import { type Absence, absent, faulty } from './fault.tsx'
import { Page, type PageView } from './page.tsx'
import { Seen } from './seen.tsx'
import { Skeleton } from './skeleton.tsx'

interface Reading<T> {
  value?: T | undefined
  error?: Problem | Offline | undefined
  /** When it was read, in milliseconds since 1970. */
  at?: number | undefined
}

interface ShownProps<T> {
  of: Reading<T>
  /** The frame while it is loaded, or its title, with this number of ruled lines below it. */
  loading: PageView | string
  rows?: number
  /** Why there is nothing, if the service answers 404. */
  gone: Absence
  /** Why nothing is shown, if the service answers 403; without it the reason is the service's own. */
  hidden?: Absence
  /** Reads signals, and uses no hooks. */
  view: (value: T) => PageView
}

export function Shown<T>({ of, loading, rows = 6, gone, hidden, view }: ShownProps<T>): JSX.Element {
  const { value, error } = of
  if (value === undefined && error) {
    const status = error instanceof Problem ? error.status : undefined
    if (status === 403 && hidden) return <Page {...absent(hidden)} />
    return <Page {...(status === 404 ? absent(gone) : faulty(error))} />
  }
  const { children, ...frame } =
    value !== undefined
      ? view(value)
      : typeof loading === 'string'
        ? { title: loading, children: <Skeleton rows={rows} /> }
        : loading
  return (
    <Page {...frame}>
      <Seen of={of} />
      {children}
    </Page>
  )
}
