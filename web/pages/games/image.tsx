/** The dialog that changes the image of a game: choose, drop or paste a picture, look at its square, and save it. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { type Action, isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { named } from '../../parts/marks/names.ts'
import { Tile } from '../../parts/marks/tile.tsx'
import { t } from '../../texts/game-image.ts'
import { say } from '../../texts/text.ts'
import type { Game } from './facts.ts'
import { ACCEPT, type Picture, drawSquare, fileIn, pictureOf } from './picture.ts'

interface ChangeImageProps {
  game: Game
  close: () => void
}

export function ChangeImage({ game, close }: ChangeImageProps) {
  const picture = useSignal<Picture | undefined>(undefined)
  const taken = useSignal<Taken | undefined>(undefined)
  const action = useAction()
  const take = async (file: File | undefined) => {
    if (!file || action.busy.peek()) return
    action.refused.value = undefined
    taken.value = undefined
    picture.value = await pictureOf(file)
  }
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => void take(fileIn(clipboardData))
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const chosen = picture.value && 'file' in picture.value ? picture.value : undefined
  const save = async () => {
    if (chosen && (await action.run(() => put(game.id, chosen.file)))) close()
  }
  return (
    <Dialog title={say(t.title, { name: named(game.displayName) })} onClose={close}>
      <div
        class="choose-image"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(fileIn(event.dataTransfer))
        }}
      >
        {chosen ? <Square image={chosen.image} /> : <Tile name={game.displayName} game={game} />}
        <p class="hint">{say(chosen ? t.preview : t.now)}</p>
        <FileButton label={say(chosen ? t.other : t.choose)} take={take} />
        <p class="hint drop-or-paste">{say(t.dropOrPaste)}</p>
        <p class="hint">{say(t.formats)}</p>
      </div>
      <Fault of={picture} action={action} />
      {!chosen && <TakeAway game={game} action={action} taken={taken} />}
      <div class="actions">
        <button type="button" class="quiet" onClick={close}>
          {say(chosen || !taken.value ? t.cancel : t.close)}
        </button>
        {chosen && <SendButton label={say(t.save)} busy={action.busy.value} press={() => void save()} />}
      </div>
    </Dialog>
  )
}

function Square({ image }: { image: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image)
  }, [image])
  return <canvas ref={canvas} width="320" height="320" role="img" aria-label={say(t.preview)} />
}

function FileButton({ label, take }: { label: string; take: (file: File | undefined) => Promise<void> }) {
  return (
    <label class="button second">
      {label}
      <input
        type="file"
        class="unseen"
        accept={ACCEPT}
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0])
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </label>
  )
}

function Fault({ of, action: { refused } }: { of: Signal<Picture | undefined>; action: Action }) {
  const { value: error } = refused
  if (of.value && 'fault' in of.value) return <Sentence text={say(t[of.value.fault])} />
  if (isStale(error)) return <Sentence text={say(t.changed)} />
  if (error instanceof Problem && error.status === 400) return <Sentence text={say(t.refused)} />
  return <Refused of={refused} />
}

const Sentence = ({ text }: { text: string }) => (
  <p class="problem" role="alert">
    {text}
  </p>
)

/** The image that was removed, so that it can be put back. Undefined if it could not be read. */
interface Taken {
  image: Blob | undefined
  isBack: boolean
}

interface TakeAwayProps extends Pick<ChangeImageProps, 'game'> {
  action: Action
  taken: Signal<Taken | undefined>
}

function TakeAway({ game: { id }, action, taken }: TakeAwayProps) {
  const { filter, limit } = { filter: `gameId==${id}`, limit: 1 }
  const [now] = kept('listGameImages', { query: { filter, limit } }).value.value?.items ?? []
  const takeAway = () =>
    action.run(async () => {
      const image = await imageOf(id)
      await change(id, () => call('deleteGameImage', { params: { gameId: id } }))
      taken.value = { image, isBack: false }
    })
  const putBack = (image: Blob) =>
    action.run(async () => {
      await put(id, image)
      taken.value = { image, isBack: true }
    })
  const { image, isBack } = taken.value ?? {}
  const said = taken.value && say(isBack ? t.isBack : t.takenAway)
  return (
    <div class="take-away">
      <p role="status">{said}</p>
      {taken.value && !isBack
        ? image && (
            <SendButton
              class="second"
              label={say(t.putBack)}
              busy={action.busy.value}
              press={() => void putBack(image)}
            />
          )
        : now?.origin === 'UPLOADED' && (
            <SendButton
              class="quiet"
              label={say(t.takeAway)}
              busy={action.busy.value}
              press={() => void takeAway()}
            />
          )}
    </div>
  )
}

/** The large square of the image, as the service has it. It can be uploaded again. */
async function imageOf(gameId: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(`/web/api/v1/games/${gameId}/image`)
    return response.ok ? await response.blob() : undefined
  } catch {
    throw new Offline('The service did not answer.')
  }
}

const put = (gameId: string, body: Blob) =>
  change(gameId, () => call('putGameImage', { params: { gameId }, body }))

/**
 * Makes a change. If the service refuses it because of its ETag, reads the present ETag, so that the next attempt can succeed.
 */
async function change(gameId: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (isStale(error)) await call('getGame', { params: { gameId } })
    throw error
  } finally {
    refetch(/^\/game(s|-images)/)
  }
}
