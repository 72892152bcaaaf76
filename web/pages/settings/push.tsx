/** The part of the notifications page about push messages: for this browser, and for the reader's other devices. */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Pages, pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import {
  NoPushService,
  type Possibility,
  isSubscribed,
  possibility,
  subscribe,
  unsubscribe,
} from '../../api/push.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { More } from '../../parts/lists/more.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { t } from '../../texts/notifications.ts'
import { say } from '../../texts/text.ts'

type Device = Item<'listNotificationDevices'>

const DEVICES = '/users/me/notifications/devices'

export const devicesList = (): Pages<Device> =>
  pages('listNotificationDevices', { query: { sort: 'createdAt:ASC', limit: 50 } })

interface PushProps {
  /** Undefined if the service sends no push messages now. */
  pushKey: string | undefined
  /** Called before the first message can come. It stores the language and time zone of this device. */
  prepare: () => Promise<void>
  notify: (text: string | undefined) => void
}

export function Push({ pushKey, prepare, notify }: PushProps) {
  const list = useMemo(devicesList, [])
  return (
    <section class="part">
      <h2>{say(t.push)}</h2>
      {pushKey === undefined ? (
        <p class="hint">{say(t.pushOff)}</p>
      ) : (
        <Here list={list} pushKey={pushKey} prepare={prepare} notify={notify} />
      )}
      {list.items.value.length > 0 && (
        <>
          <h3>{say(t.devices)}</h3>
          <More
            list={list}
            label={say(t.devices)}
            class="lines"
            row={(device) => <DeviceRow key={device.id} device={device} notify={notify} />}
            empty={null}
          />
        </>
      )}
    </section>
  )
}

const WHY: Record<Exclude<Possibility, 'POSSIBLE'>, () => string> = {
  NOT_HERE: () => say(t.notHere),
  HOME_SCREEN: () => say(t.homeScreen),
  UNKNOWN: () => say(t.unknown),
  REFUSED: () => say(t.denied),
}

interface HereProps extends PushProps {
  list: Pages<Device>
  pushKey: string
}

function Here({ list, pushKey, prepare, notify }: HereProps) {
  const can = useSignal(possibility())
  const hasSubscription = useSignal<boolean | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const action = useAction()
  useEffect(() => void isSubscribed().then((has) => (hasSubscription.value = has)), [])
  const device = list.items.value.find(({ isHere }) => isHere)
  const isOn = device !== undefined && hasSubscription.value === true
  const turnOn = async () => {
    notify(undefined)
    fault.value = undefined
    try {
      const subscription = await subscribe(pushKey)
      can.value = possibility()
      if (!subscription) return
      await prepare()
      await call('createNotificationDevice', { body: subscription })
      hasSubscription.value = true
      refetch(DEVICES)
      notify(say(t.turnedOn))
    } catch (error) {
      if (!(error instanceof NoPushService)) throw error
      fault.value = say(t.noService)
    }
  }
  const turnOff = async () => {
    if (device) await remove(device)
    await unsubscribe()
    hasSubscription.value = false
    notify(say(t.turnedOff))
  }
  if (can.value !== 'POSSIBLE') return <p class="hint">{WHY[can.value]()}</p>
  return (
    <>
      <p>{isOn ? say(t.isOn) : say(t.isOff)}</p>
      <p class="hint">{say(t.pushWhy)}</p>
      {fault.value !== undefined && (
        <p role="alert" class="notice">
          {fault.value}
        </p>
      )}
      <Refused of={action.refused} />
      <p class="actions start">
        <SendButton
          class={isOn ? 'quiet' : 'second'}
          label={isOn ? say(t.turnOff) : say(t.turnOn)}
          busy={action.busy.value}
          press={() => void action.run(isOn ? turnOff : turnOn)}
        />
      </p>
    </>
  )
}

const remove = ({ id }: Device) =>
  call('deleteNotificationDevice', { params: { deviceId: id } }).finally(() => refetch(DEVICES))

function DeviceRow({ device, notify }: { device: Device; notify: (text: string) => void }) {
  const own = useRef<HTMLLIElement>(null)
  useGoingOn(own, '.lines button')
  const action = useAction()
  const { name, isHere, createdAt, sentAt } = device
  const take = async () => {
    if (isHere) await unsubscribe()
    await remove(device)
    notify(say(t.deviceRemoved, { name }))
  }
  const since = say(t.since, { when: whenOf(new Date(createdAt)) })
  const last =
    sentAt === undefined
      ? say(t.neverSent)
      : say(t.lastSent, { when: whenOf(new Date(sentAt), { time: true }) })
  return (
    <li ref={own}>
      <div class="line-main">
        <strong>{isHere ? say(t.thisDevice, { name }) : name}</strong>
        <p class="detail">
          {since} · {last}
        </p>
        <Refused of={action.refused} />
      </div>
      <SendButton
        class="quiet"
        label={say(t.removeDevice)}
        called={say(t.removeThis, { name })}
        busy={action.busy.value}
        press={() => void action.run(take)}
      />
    </li>
  )
}
