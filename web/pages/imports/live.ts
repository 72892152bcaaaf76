/** One import, read again each second while it runs. Its changes are sent with the version that the page shows. */
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { Offline, Problem } from '../../api/problem.ts'

export type Import = Body<'getImport'>

interface Version {
  body: Import
  etag?: string | undefined
}

/** The pause between two reads, in milliseconds. Even a finished import is read again, because another window can start it. */
const PACE = { running: 1_000, still: 15_000 }

export class LiveImport {
  readonly id: string
  readonly now = signal<Import | undefined>(undefined)
  readonly error = signal<Problem | Offline | undefined>(undefined)
  etag: string | undefined
  /** The names of the questions that were answered here, by id, for a conflict. */
  readonly names = new Map<string, string>()
  #reading = false

  constructor(id: string) {
    this.id = id
  }

  get path() {
    return { params: { importId: this.id } }
  }

  see({ body, etag }: Version): void {
    const before = this.now.peek()
    this.etag = etag
    this.now.value = body
    this.error.value = undefined
    if (!before || before.updatedAt === body.updatedAt) return
    const hasEnded = before.state === 'RUNNING' && body.state !== 'RUNNING'
    if (hasEnded)
      refetch(
        /^\/(imports|matches|games|ghost-players|canonical-players|leaderboards|missing-games|users\/me)/,
      )
    else if (body.state !== 'RUNNING') refetch(/^\/imports/)
  }

  async read(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    try {
      this.see(await call('getImport', { ...this.path, retry: false }))
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Offline)) throw error
      this.error.value = error
    } finally {
      this.#reading = false
    }
  }

  /** Reads the import again and again. Returns a function that ends this. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWatched = true
    const later = () => {
      clearTimeout(timer)
      if (!isWatched) return
      timer = setTimeout(round, this.now.peek()?.state === 'RUNNING' ? PACE.running : PACE.still)
    }
    const round = () => {
      if (document.visibilityState === 'visible') void this.read().finally(later)
      else later()
    }
    const shown = () => document.visibilityState === 'visible' && round()
    // After a start, the import is read more often at once.
    const end = this.now.subscribe(later)
    document.addEventListener('visibilitychange', shown)
    round()
    return () => {
      isWatched = false
      clearTimeout(timer)
      end()
      document.removeEventListener('visibilitychange', shown)
    }
  }
}

export function useLive(id: string): LiveImport {
  const live = useMemo(() => new LiveImport(id), [id])
  useEffect(() => live.watch(), [live])
  return live
}
