/** A file that is chosen, tried, and then imported. It stays chosen until another file takes its place. */
import { signal } from '@preact/signals'
import { newAction } from '../../parts/changes/action.ts'

/** In bytes. The service has the same limit. */
const LARGEST_FILE = 64 * 1_048_576

interface Steps<P, R> {
  /** Asks the service what the import would change. */
  look: (file: Blob) => Promise<P>
  make: (file: Blob) => Promise<R>
}

export class TriedFile<P, R> {
  readonly name = signal('')
  readonly fault = signal<'large' | 'unreadable' | undefined>(undefined)
  readonly found = signal<P | undefined>(undefined)
  readonly made = signal<R | undefined>(undefined)
  readonly action = newAction()
  readonly #steps: Steps<P, R>
  /** A copy, because the file can be changed or moved while the service does not answer. */
  #file: Blob | undefined

  constructor(steps: Steps<P, R>) {
    this.#steps = steps
  }

  readonly take = async (file: File | undefined): Promise<void> => {
    if (!file || this.action.busy.peek()) return
    this.#file = undefined
    this.name.value = file.name
    this.found.value = this.made.value = this.action.refused.value = undefined
    this.fault.value = file.size > LARGEST_FILE ? 'large' : undefined
    if (this.fault.value) return
    try {
      this.#file = new Blob([withoutMark(new Uint8Array(await file.arrayBuffer()))])
    } catch {
      this.fault.value = 'unreadable' // such as a folder
      return
    }
    await this.look()
  }

  /** True if a file is chosen that can be tried. */
  get isReady(): boolean {
    return this.#file !== undefined
  }

  readonly look = (): Promise<boolean> =>
    this.action.run(async () => {
      if (this.#file) this.found.value = await this.#steps.look(this.#file)
    })

  readonly make = (): Promise<boolean> =>
    this.action.run(async () => {
      if (this.#file) this.made.value = await this.#steps.make(this.#file)
    })

  readonly text = async (): Promise<string> => (await this.#file?.text()) ?? ''
}

/** JSON must not begin with a byte order mark, but some programs write one. */
const withoutMark = (bytes: Uint8Array<ArrayBuffer>) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
