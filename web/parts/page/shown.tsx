/**
 * A page about something that must be read. Its frame stays while that is loading or missing, so that the heading keeps the
 * focus.
 */
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
  /** The frame while the value is loading, or only its title. */
  loading: PageView | string
  rows?: number
  gone: Absence
  /** What to say if the reader may not see it. Without it, the service's own reason is shown. */
  hidden?: Absence
  /** Makes the page from the value. It can read signals, but must not use hooks. */
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
