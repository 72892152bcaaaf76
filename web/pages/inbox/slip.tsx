/** A slip: who wants what, where, what would change, what follows, and two buttons. A decided slip becomes a grey line. */
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useAction } from '../../parts/changes/action.ts'
import { online } from '../../parts/changes/online.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import type { Decided, InboxItem } from '../../parts/corrections/items.ts'

export interface SlipProps {
  item: InboxItem
  isCurrent: boolean
  onCurrent: () => void
  done: (decided: Decided) => void
}

interface FrameProps extends Pick<SlipProps, 'item' | 'isCurrent' | 'onCurrent'> {
  kind: string
  title: string
  href?: string
  where: ComponentChildren
  /** What is proposed, and the buttons. */
  children: ComponentChildren
}

export function SlipFrame({ item, isCurrent, onCurrent, ...props }: FrameProps) {
  const own = useRef<HTMLLIElement>(null)
  useGoingOn(own, '.slip-open')
  const id = `slip-${item.id}`
  return (
    <li
      class="slip slip-open"
      data-current={isCurrent}
      tabIndex={-1}
      ref={own}
      aria-labelledby={id}
      onFocusIn={onCurrent}
    >
      <div class="slip-head">
        <p class="slip-kind">
          <span>{props.kind}</span>
          <span>{say(t.since, { day: whenOf(new Date(item.since), { near: true }) })}</span>
        </p>
        <h2 id={id}>{props.href === undefined ? props.title : <a href={props.href}>{props.title}</a>}</h2>
        <p class="slip-where">{props.where}</p>
      </div>
      {props.children}
    </li>
  )
}

/** The line that a decided slip becomes. */
export function DecidedLine({ decided, done }: { decided: Decided; done: (decided: Decided) => void }) {
  const action = useAction()
  const { said, undo, height } = decided
  return (
    <li class="slip slip-decided" style={height === undefined ? undefined : { minBlockSize: `${height}px` }}>
      <p>{said}</p>
      {undo && (
        <button
          type="button"
          class="quiet"
          aria-disabled={!online.value || action.busy.value}
          onClick={() => void action.run(async () => done({ said: await undo.run() }))}
        >
          {undo.label}
        </button>
      )}
      <Refused of={action.refused} />
    </li>
  )
}
