/** A webhook: its endpoint and secret, and its deliveries, which can be sent again. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept, pages, refetch } from '../../api/cache.ts'
import { type Body, type Item, call } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import type { PageProps } from '../../page-props.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Change, type Notify } from './change.tsx'
import { Once } from './once.tsx'
import { Line } from './line.tsx'

type Webhook = Body<'getWebhook'>

export default function OneWebhook({ params: { hook = '' } }: PageProps) {
  const said = useSignal<string | undefined>(undefined)
  const webhook = kept('getWebhook', { params: { webhookId: hook } }).value
  const notify = (text: string) => (said.value = text)
  return (
    <Shown
      of={webhook}
      loading={say(t.webhook)}
      gone={{
        title: say(t.webhook),
        lead: say(t.webhookGone),
        href: '/operator/webhooks',
        action: say(t.allWebhooks),
      }}
      view={(value) => ({
        title: new URL(value.url).host,
        lead: say(t.maker, { name: named(value.maker.displayName) }),
        class: 'settings',
        aside: (
          <a class="quiet" href="/operator/webhooks">
            {say(t.allWebhooks)}
          </a>
        ),
        children: (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            <State of={value} notify={notify} />
            {isMine(value) ? (
              <>
                <Endpoint key={value.url} of={value} etag={webhook.etag} notify={notify} />
                <Secret of={value} />
                <Deliveries webhookId={value.id} notify={notify} />
              </>
            ) : (
              <p class="soft">{say(t.onlyMaker)}</p>
            )}
          </>
        ),
      })}
    />
  )
}

/** The service has the last word; this only hides what it would refuse. The maker is an account, and the reader a user. */
function isMine({ maker }: Webhook): boolean {
  const reader = session.value
  if (!may('account-read') || reader.state !== 'in') return true
  const account = kept('getAccount', { params: { accountId: maker.id } }).value
  return account.value === undefined || account.value.user?.id === reader.user.id
}

function State({ of, notify }: { of: Webhook; notify: Notify }) {
  const { id, enabled, lastSuccessAt, lastFailureAt, lastFailure } = of
  const params = { webhookId: id }
  const change = (isOn: boolean) => () =>
    call('updateWebhook', { params, body: { enabled: isOn }, ifMatch: '*' })
  return (
    <section class="part">
      {lastFailureAt !== undefined && (
        <p>{say(t.lastFailure, { when: momentOf(lastFailureAt), reason: named(lastFailure ?? '') })}</p>
      )}
      <p class="soft">
        {lastSuccessAt === undefined
          ? say(t.neverSent)
          : say(t.lastSuccess, { when: momentOf(lastSuccessAt) })}
      </p>
      {may('webhook-update') && (
        <div class="actions start">
          {enabled && isMine(of) && (
            <Change
              label={say(t.test)}
              done={say(t.tested)}
              change={() => call('testWebhook', { params })}
              notify={notify}
            />
          )}
          {enabled ? (
            <Change
              label={say(t.switchOff)}
              done={say(t.switchedOff)}
              change={change(false)}
              notify={notify}
            />
          ) : (
            isMine(of) && (
              <Change
                label={say(t.switchOn)}
                done={say(t.switchedOn)}
                change={change(true)}
                notify={notify}
              />
            )
          )}
        </div>
      )}
    </section>
  )
}

function Endpoint({ of, etag, notify }: { of: Webhook; etag: string | undefined; notify: Notify }) {
  const url = useSignal(of.url)
  const action = useAction()
  const save = async () => {
    await call('updateWebhook', {
      params: { webhookId: of.id },
      body: { url: url.peek() },
      ifMatch: etag ?? '*',
    })
    refetch(/^\/webhooks/)
    notify(say(t.urlSaved))
  }
  if (!may('webhook-update')) return null
  return (
    <section class="part">
      <h2>{say(t.sentFrom)}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(save)
        }}
      >
        <Refused of={action.refused} />
        <Field
          id="webhook-url"
          name="url"
          label={say(t.url)}
          problem={problemIn(action.refused)}
          change={(text) => (url.value = text)}
        >
          {(own) => <input type="url" autocomplete="off" {...own} value={url.value} />}
        </Field>
        <div class="actions start">
          <SendButton class="second" label={say(t.saveUrl)} busy={action.busy.value} />
        </div>
      </form>
    </section>
  )
}

function Secret({ of: { id } }: { of: Webhook }) {
  const secret = useSignal<string | undefined>(undefined)
  const isAsking = useSignal(false)
  if (!may('webhook-update')) return null
  return (
    <section class="part">
      {secret.value === undefined ? (
        <p class="actions start">
          <button type="button" class="second" onClick={() => (isAsking.value = true)}>
            {say(t.renewSecret)}
          </button>
        </p>
      ) : (
        <Once id="webhook-secret" label={say(t.secretHere)} value={secret.value} />
      )}
      {isAsking.value && (
        <Confirm
          title={say(t.renewTitle)}
          label={say(t.renewSecret)}
          close={() => (isAsking.value = false)}
          change={async () => {
            const { body } = await call('renewWebhookSecret', { params: { webhookId: id } })
            secret.value = body.secret
            isAsking.value = false
          }}
        >
          <p>{say(t.renewWhy)}</p>
        </Confirm>
      )}
    </section>
  )
}

/** In milliseconds: what has failed is kept for a week. */
const WEEK = 7 * 86_400_000

function Deliveries({ webhookId, notify }: { webhookId: string; notify: Notify }) {
  const onlyFailed = useSignal(false)
  const list = useMemo(
    () =>
      pages('listWebhookDeliveries', {
        params: { webhookId },
        query: { ...(onlyFailed.value ? { filter: 'state==FAILED' } : {}), limit: 20 },
      }),
    [webhookId, onlyFailed.value],
  )
  const replay = useAction()
  const replayAll = async () => {
    const since = new Date(Date.now() - WEEK).toISOString()
    const { body } = await call('replayWebhook', { params: { webhookId }, body: { since } })
    refetch(/^\/webhooks/)
    notify(say(t.replayed, { count: body.replayed }))
  }
  return (
    <section class="part">
      <h2>{say(t.deliveryList)}</h2>
      <p class="chips">
        <Chip pressed={onlyFailed.value} onClick={() => (onlyFailed.value = !onlyFailed.value)}>
          {say(t.onlyFailed)}
        </Chip>
      </p>
      {may('webhook-update') && (
        <div class="actions start">
          <SendButton
            class="second"
            label={say(t.replayFailed)}
            busy={replay.busy.value}
            press={() => void replay.run(replayAll)}
          />
          <Refused of={replay.refused} />
        </div>
      )}
      <More
        list={list}
        label={say(t.deliveryList)}
        class="lines short"
        empty={<p class="soft">{say(t.noDeliveries)}</p>}
        row={(one) => <Delivery key={one.id} of={one} webhookId={webhookId} notify={notify} />}
      />
    </section>
  )
}

interface DeliveryProps {
  of: Item<'listWebhookDeliveries'>
  webhookId: string
  notify: Notify
}

function Delivery({ of, webhookId, notify }: DeliveryProps) {
  const { id, kind, state, attempts, happenedAt, lastError } = of
  const when = momentOf(happenedAt)
  const tried = say(t.attempts, { count: attempts })
  return (
    <Line
      name={<bdi>{kind}</bdi>}
      detail={[when, tried, ...(lastError === undefined ? [] : [named(lastError)])].join(' · ')}
    >
      <span class="line-side">{say(t.deliveryState, { state })}</span>
      {state !== 'WAITING' && may('webhook-update') && (
        <Change
          label={say(t.replay)}
          called={say(t.replayThis, { kind, when })}
          done={say(t.isReplayed)}
          change={() => call('replayWebhookDelivery', { params: { webhookId, deliveryId: id } })}
          notify={notify}
        />
      )}
    </Line>
  )
}
