/** The dialogs of the actions on a match. */
import { useSignal } from '@preact/signals'
import { useId, useMemo } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { inputOf, instantOf } from './local-time.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import type { MatchBody, Seat } from './seats.tsx'

interface Asked {
  match: MatchBody
  etag: string | undefined
  close: () => void
  done: (text?: string) => void
  ifUnchanged: (change: () => Promise<unknown>) => () => Promise<void>
}

const fieldsOf = ({ playedAt, editRequestsEnabled }: MatchBody) => ({ playedAt, editRequestsEnabled })

export function EditDialog({ match, etag, close, done }: Asked) {
  // The page can read the match again meanwhile, so the form keeps the version that it started with.
  const [before, seen] = useMemo(() => [fieldsOf(match), etag] as const, [])
  const when = useSignal(inputOf(before.playedAt))
  const isOpen = useSignal(before.editRequestsEnabled)
  const action = useAction()
  const conflict = useConflict({
    playedAt: {
      label: say(t.playedAt),
      show: (at) =>
        new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short' }).format(
          new Date(String(at)),
        ),
    },
    editRequestsEnabled: {
      label: say(t.edits),
      show: (enabled) => say(enabled === true ? t.editsOn : t.editsOff),
    },
  })
  const path = { params: { matchId: match.id } }
  async function save() {
    // The input has no seconds, so an untouched time is sent as it was.
    const playedAt = when.value === inputOf(before.playedAt) ? before.playedAt : instantOf(when.value)
    const mine = { playedAt, editRequestsEnabled: isOpen.value }
    const saved = await saveByField({
      before,
      mine,
      etag: seen,
      fieldsOf,
      read: () => call('getMatch', path),
      send: (body, ifMatch) => call('updateMatch', { ...path, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (saved) done(conflict.taken(saved.taken) ?? say(t.saved))
  }
  return (
    <Dialog title={say(t.editTitle)} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(save)
        }}
      >
        <div class="sheet">
          <div class="field">
            <label for="played-at">{say(t.editWhen)}</label>
            <input
              id="played-at"
              type="datetime-local"
              required
              value={when.value}
              onInput={(event) => (when.value = event.currentTarget.value)}
            />
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={isOpen.value}
              onChange={(event) => (isOpen.value = event.currentTarget.checked)}
            />
            {say(t.editsOn)}
          </label>
        </div>
        <Refused of={action.refused} />
        <DialogButtons close={close} cancel={say(t.cancel)} busy={action.busy.value} label={say(t.save)} />
      </form>
      {conflict.dialog}
    </Dialog>
  )
}

export function FinishDialog({
  names,
  finish,
  close,
}: {
  names: Seat[]
  finish: () => Promise<void>
  close: () => void
}) {
  const action = useAction()
  return (
    <Dialog title={say(t.finishTitle)} onClose={close}>
      <p>
        {say(t.finishWithout, {
          names: listOfNames(names.map(({ ghostPlayer }) => ghostPlayer.displayName)),
          count: names.length,
        })}
      </p>
      <Refused of={action.refused} />
      <DialogButtons
        close={close}
        cancel={say(t.cancel)}
        busy={action.busy.value}
        label={say(t.finishAnyway)}
        press={() => void action.run(finish)}
      />
    </Dialog>
  )
}

export function RemoveDialog({ match, etag, close, gone, ifUnchanged }: Asked & { gone: () => void }) {
  const action = useAction()
  const remove = ifUnchanged(async () => {
    await call('deleteMatch', {
      params: { matchId: match.id },
      ...(etag === undefined ? {} : { ifMatch: etag }),
    })
    gone()
    refetch(/^\/(matches|canonical-players|ghost-players|users)\b/)
  })
  return (
    <Dialog title={say(t.removeTitle)} onClose={close}>
      <p>{say(t.removeWhy)}</p>
      <Refused of={action.refused} />
      <DialogButtons
        close={close}
        cancel={say(t.cancel)}
        busy={action.busy.value}
        label={say(t.remove)}
        press={() => void action.run(remove)}
      />
    </Dialog>
  )
}

export function DisputeDialog({ match, etag, seat, close, done, ifUnchanged }: Asked & { seat: Seat }) {
  const send = (reason: string) =>
    ifUnchanged(async () => {
      await call('disputeMatchParticipant', {
        params: { matchId: match.id, matchParticipantId: seat.id },
        body: { reason },
        ...(etag === undefined ? {} : { ifMatch: etag }),
      })
      done()
    })()
  return (
    <TextDialog
      title={say(t.disputeTitle)}
      why={say(t.disputeWhy, { name: named(match.recorder.displayName) })}
      label={say(t.disputeReason)}
      before={seat.disputeReason ?? ''}
      rows={3}
      required
      button={say(t.disputeSend)}
      send={send}
      close={close}
    />
  )
}

export function ClaimDialog({ match, seat, close, done }: Asked & { seat: Seat }) {
  const names = { owner: named(match.recorder.displayName) }
  const send = async (text: string) => {
    const message = text.trim()
    await call('createClaimRequest', {
      body: { ghostPlayerId: seat.ghostPlayer.id, ...(message === '' ? {} : { message }) },
    })
    done()
  }
  return (
    <TextDialog
      title={say(t.claimTitle, { name: named(seat.ghostPlayer.displayName) })}
      why={say(t.claimWhy, names)}
      label={say(t.claimMessage)}
      before=""
      rows={2}
      button={say(t.claimSend)}
      send={send}
      close={close}
    />
  )
}

interface TextDialogProps {
  title: string
  why: string
  label: string
  before: string
  rows: number
  required?: boolean
  button: string
  send: (text: string) => Promise<void>
  close: () => void
}

/** In characters, as in the service. */
const LONGEST_TEXT = 1000

function TextDialog({ title, why, label, before, rows, required, button, send, close }: TextDialogProps) {
  const text = useSignal(before)
  const action = useAction()
  const id = useId()
  return (
    <Dialog title={title} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(() => send(text.value))
        }}
      >
        <p>{why}</p>
        <div class="sheet">
          <div class="field">
            <label for={id}>{label}</label>
            <textarea
              id={id}
              rows={rows}
              required={required}
              maxLength={LONGEST_TEXT}
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </div>
        </div>
        <Refused of={action.refused} />
        <DialogButtons close={close} cancel={say(t.cancel)} busy={action.busy.value} label={button} />
      </form>
    </Dialog>
  )
}
