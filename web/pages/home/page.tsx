/** The start: what to do first. */
import { session } from '../../api/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { home } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'

export default function Home() {
  const name = session.value.state === 'in' ? session.value.user.displayName : ''
  return (
    <Page title={say(home.title, { name })}>
      <Empty>{say(home.empty)}</Empty>
    </Page>
  )
}
