/** Texts of translators that are not saved yet, kept on this device: one for each person, application, locale and key. */
import { openStore } from '../api/store.ts'

export interface TextPlace {
  applicationId: string
  messageKey: string
  locale: string
}

export interface KeptText {
  text: string
  /** The text from which the person started, and its ETag. */
  before: string
  etag: string
}

const rows = openStore<KeptText & { id: string }>('scorebook-translations')

const idOf = (userId: string, { applicationId, locale, messageKey }: TextPlace) =>
  `${userId} ${applicationId} ${locale} ${messageKey}`

export async function keptText(userId: string, place: TextPlace): Promise<KeptText | undefined> {
  const id = idOf(userId, place)
  return (await rows.all()).find((row) => row.id === id)
}

/** Stores a text. Without one, removes the stored one. */
export async function keepText(userId: string, place: TextPlace, kept: KeptText | undefined): Promise<void> {
  const id = idOf(userId, place)
  await rows.change(id, () => kept && { ...kept, id })
}
