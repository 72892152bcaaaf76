/** The browsers that are signed in to an account, and its tokens. Each can be ended by itself. */
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { momentOf, whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Change, type Notify } from './change.tsx'
import { Line } from './line.tsx'

interface AccessProps {
  accountId: string
  notify: Notify
}

const AT_ONCE = 10

export function Browsers({ accountId, notify }: AccessProps) {
  const list = useMemo(
    () =>
      pages('listAccountSessions', {
        params: { accountId },
        query: { sort: 'lastSeenAt:DESC', limit: AT_ONCE },
      }),
    [accountId],
  )
  return (
    <section class="part">
      <h2>{say(t.browsers)}</h2>
      <More
        list={list}
        label={say(t.browsers)}
        class="lines short"
        empty={<p class="soft">{say(t.noBrowsers)}</p>}
        row={(session) => <Browser key={session.id} of={session} accountId={accountId} notify={notify} />}
      />
    </section>
  )
}

function Browser({ of, accountId, notify }: AccessProps & { of: Item<'listAccountSessions'> }) {
  const { id, userAgent, address, lastSeenAt } = of
  return (
    <Line
      name={say(t.browserFrom, {
        address: named(address),
        when: momentOf(lastSeenAt),
      })}
      detail={<bdi>{userAgent}</bdi>}
    >
      {may('session-delete') && (
        <Change
          label={say(t.endBrowser)}
          called={say(t.endBrowserThis, { address: named(address) })}
          done={say(t.browserEnded)}
          change={() => call('endAccountSession', { params: { accountId, sessionId: id } })}
          notify={notify}
        />
      )}
    </Line>
  )
}

export function Tokens({ accountId, notify }: AccessProps) {
  const list = useMemo(
    () => pages('listAccountTokens', { params: { accountId }, query: { limit: AT_ONCE } }),
    [accountId],
  )
  return (
    <section class="part">
      <h2>{say(t.tokens)}</h2>
      <More
        list={list}
        label={say(t.tokens)}
        class="lines short"
        empty={<p class="soft">{say(t.noTokens)}</p>}
        row={(token) => <Token key={token.id} of={token} accountId={accountId} notify={notify} />}
      />
    </section>
  )
}

function Token({ of, accountId, notify }: AccessProps & { of: Item<'listAccountTokens'> }) {
  const { id, name, lastUsedAt, expiresAt } = of
  const end = whenOf(new Date(expiresAt))
  return (
    <Line
      name={<bdi>{name}</bdi>}
      detail={
        lastUsedAt === undefined
          ? say(t.tokenUnused, { end })
          : say(t.tokenUsed, { when: momentOf(lastUsedAt), end })
      }
    >
      {may('account-token-delete') && (
        <Change
          label={say(t.endToken)}
          called={say(t.endTokenThis, { name: named(name) })}
          done={say(t.tokenEnded, { name: named(name) })}
          change={() => call('endAccountToken', { params: { accountId, tokenId: id } })}
          notify={notify}
        />
      )}
    </Line>
  )
}
