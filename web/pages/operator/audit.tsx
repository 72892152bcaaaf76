/** The audit, with filters by kind, days and account. */
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { useLocation } from '../../location.tsx'
import { UUID, allOf, exactly } from '../../parts/fields/filter.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { Count, More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { When } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'

type Event = Item<'listAudit'>

const HOME = '/operator/audit'
const AT_ONCE = 30

export default function Audit() {
  const { query, route } = useLocation()
  const kind = KINDS.find((one) => one === query['kind'])
  const account = UUID.test(query['account'] ?? '') ? query['account'] : undefined
  const [from, to] = [dayIn(query['from']), dayIn(query['to'])]
  const go = (name: string, wanted: string) => {
    const { [name]: _, ...others } = query
    const next = new URLSearchParams(wanted === '' ? others : { ...others, [name]: wanted })
    route(next.size === 0 ? HOME : `${HOME}?${next}`, true)
  }
  const filter = allOf(
    kind !== undefined && `kind==${kind}`,
    from !== undefined && `createdAt=ge=${startOf(from)}`,
    to !== undefined && `createdAt=lt=${startOf(to, 1)}`,
    account !== undefined && `(accountId==${exactly(account)},actorId==${exactly(account)})`,
  )
  return (
    <Page
      title={say(t.goAudit)}
      lead={say(t.auditLead)}
      class="people"
      aside={
        <a class="quiet" href={account === undefined ? '/operator' : `/operator/people/${account}`}>
          {say(account === undefined ? t.back : t.account)}
        </a>
      }
    >
      <div class="field">
        <label for="audit-kind">{say(t.auditKind)}</label>
        <select
          id="audit-kind"
          value={kind ?? ''}
          onChange={({ currentTarget }) => go('kind', currentTarget.value)}
        >
          <option value="">{say(t.auditAny)}</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {say(t.auditWhat, { kind: one })}
            </option>
          ))}
        </select>
      </div>
      <div class="side-by-side">
        {(['from', 'to'] as const).map((name) => (
          <div key={name} class="field">
            <label for={`audit-${name}`}>{say(name === 'from' ? t.auditSince : t.auditUntil)}</label>
            <input
              id={`audit-${name}`}
              type="date"
              value={(name === 'from' ? from : to) ?? ''}
              onChange={({ currentTarget }) => go(name, currentTarget.value)}
            />
          </div>
        ))}
      </div>
      <Found key={filter ?? ''} filter={filter} />
    </Page>
  )
}

const dayIn = (day: string | undefined) => (/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? day : undefined)

/** When the day begins for the reader, or a day that follows it after this number of days. */
function startOf(day: string, after = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + after).toISOString()
}

function Found({ filter }: { filter: string | undefined }) {
  const where = filter === undefined ? {} : { filter }
  const list = useMemo(() => pages('listAudit', { query: { ...where, limit: AT_ONCE } }), [filter])
  const count = kept('countAudit', { query: where }).value.value?.count
  return (
    <>
      <Count of={list} text={count && say(t.auditCount, { count })} />
      <More
        list={list}
        label={say(t.goAudit)}
        class="lines short"
        empty={<Empty>{say(t.auditNone)}</Empty>}
        row={(event) => <Row key={event.id} of={event} />}
      />
    </>
  )
}

function Row({ of }: { of: Event }) {
  const { kind, account, actor, address, createdAt } = of
  const who =
    actor.displayName === undefined ? say(t.auditActor, { kind: actor.kind }) : named(actor.displayName)
  const parts = [
    say(t.auditBy, { name: who }),
    ...(account === undefined || account.id === actor.id
      ? []
      : [say(t.auditAbout, { name: named(account.displayName) })]),
    ...(address === undefined ? [] : [say(t.auditFrom, { address: named(address) })]),
    ...Object.entries(of.details).map(([name, value]) => named(`${name}: ${String(value)}`)),
  ]
  return (
    <li>
      <div class="line-main">
        {account === undefined ? (
          <strong>{say(t.auditWhat, { kind })}</strong>
        ) : (
          <a class="line-link" href={`/operator/people/${account.id}`}>
            {say(t.auditWhat, { kind })}
          </a>
        )}
        <p class="detail">{parts.join(' · ')}</p>
      </div>
      <span class="line-side">
        <When at={createdAt} time near />
      </span>
    </li>
  )
}

const KINDS: readonly Event['kind'][] = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGNED_OUT',
  'SESSION_ENDED',
  'PASSWORD_CHANGED',
  'PASSWORD_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'PASSKEY_SUSPECTED',
  'RECOVERY_CODES_MADE',
  'RECOVERY_CODES_ENDED',
  'RECOVERY_CODE_USED',
  'ACCOUNT_CREATED',
  'ACCOUNT_CHANGED',
  'ROLES_CHANGED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'ACCOUNT_ERASED',
  'LINK_MADE',
  'LINK_USED',
  'LINK_ENDED',
  'MAIL_LETS_IN',
  'MAIL_LETS_IN_ENDED',
  'INVITATION_MADE',
  'INVITATION_ACCEPTED',
  'INVITATION_ENDED',
  'TOKEN_MADE',
  'TOKEN_ENDED',
  'CLIENT_CREATED',
  'CLIENT_SECRET_MADE',
  'CLIENT_REMOVED',
  'CLIENT_REFUSED',
  'WEBHOOK_MADE',
  'WEBHOOK_CHANGED',
  'WEBHOOK_SECRET_MADE',
  'WEBHOOK_DISABLED',
  'WEBHOOK_DELETED',
  'CONSENT_GIVEN',
  'CONSENT_ENDED',
  'CODE_REUSED',
  'REFRESH_REUSED',
  'KEY_ROTATED',
  'BACKUP_ASKED',
]
