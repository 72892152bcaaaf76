/** The text that a translator writes for one key, and how it is saved and published. */
import { type Signal, computed, signal } from '@preact/signals'
import { type Body, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { type KeptText, type TextPlace, keepText } from '../../drafts/kept-translations.ts'
import { isStale } from '../../parts/changes/action.ts'
import { type Saving, saveByField } from '../../parts/changes/save.ts'

export type Translation = Body<'getTranslation'>

/** Stands for the ETag of a translation that nobody has written yet. */
const NONE = 'none'

type Fields = { text: string }

export class TextModel {
  readonly text: Signal<string>
  readonly saved: Signal<Translation | undefined>
  readonly isChanged = computed(() => this.text.value !== this.#before.value)
  readonly #before: Signal<string>
  readonly #place: TextPlace
  readonly #userId: string
  #etag: string

  constructor(
    place: TextPlace,
    userId: string,
    read: { body: Translation | undefined; etag: string | undefined },
    kept: KeptText | undefined,
  ) {
    const before = kept?.before ?? latestOf(read.body)
    this.#place = place
    this.#userId = userId
    this.#etag = kept?.etag ?? read.etag ?? NONE
    this.#before = signal(before)
    this.saved = signal(read.body)
    this.text = signal(kept?.text ?? before)
  }

  readonly change = (text: string): void => {
    this.text.value = text
    void this.#keep()
  }

  /** Returns true if what is in the form is saved. It is not if the person goes back to the form, or types meanwhile. */
  async save(ask: Saving<Fields, Translation | undefined>['ask']): Promise<boolean> {
    const sent = this.text.peek()
    const saved = await saveByField<Fields, Translation | undefined>({
      before: { text: this.#before.peek() },
      mine: { text: sent },
      etag: this.#etag,
      fieldsOf: (body) => ({ text: latestOf(body) }),
      read: () => this.#seen(this.#read()),
      send: ({ text = sent }, etag) => this.#seen(this.#write(text, etag)),
      ask,
      isStale,
    })
    if (!saved) return false
    const text = latestOf(saved.body)
    this.saved.value = saved.body
    this.#before.value = text
    const hasTyped = this.text.peek() !== sent
    if (!hasTyped) this.text.value = text
    await this.#keep()
    this.#dropOthers()
    return !hasTyped
  }

  async publish(): Promise<void> {
    const { body } = await this.#seen(
      call('publishTranslation', { params: { ...this.#place }, ifMatch: this.#etag }),
    )
    this.saved.value = body
    this.#dropOthers()
  }

  async #read(): Promise<{ body: Translation | undefined; etag?: string | undefined }> {
    try {
      return await call('getTranslation', { params: { ...this.#place } })
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return { body: undefined, etag: NONE }
      throw error
    }
  }

  #write(text: string, etag: string): Promise<{ body: Translation; etag?: string | undefined }> {
    const version = etag === NONE ? { creates: true } : { ifMatch: etag }
    return call('writeTranslation', { params: { ...this.#place }, body: { text }, ...version })
  }

  async #seen<T extends { etag?: string | undefined }>(answering: Promise<T>): Promise<T> {
    const answer = await answering
    this.#etag = answer.etag ?? this.#etag
    return answer
  }

  #keep(): Promise<void> {
    const [text, before] = [this.text.peek(), this.#before.peek()]
    const kept = text === before ? undefined : { text, before, etag: this.#etag }
    return keepText(this.#userId, this.#place, kept)
  }

  /** The queue stays as it is, so that the next text keeps its place. */
  #dropOthers(): void {
    const { applicationId, messageKey } = this.#place
    refetch(`/applications/${applicationId}/keys/${messageKey}`)
    refetch(new RegExp(`^/applications/${applicationId}/locales$`))
  }
}

const latestOf = (body: Translation | undefined): string => body?.draftText ?? body?.publishedText ?? ''
