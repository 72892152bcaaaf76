/** The picture of the reader's year, from what the page shows. Loaded when the reader wants to send it. */
import { calendar } from '../../parts/marks/numbers.ts'
import type { PictureProps } from '../../parts/pictures/send.tsx'
import { t } from '../../texts/recap.ts'
import { t as pictures } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import type { Card, Year } from './cards.ts'
import { pictureOfYear } from './picture.ts'

/** `cardsFor` makes the cards. Stand-ins have shown nobody their page, so each is a friend unless the picture names everybody. */
export function yearPicture(
  { year, months, mostMet: [most] }: Year,
  cardsFor: (friend: string | undefined) => readonly Card[],
  name: string,
): PictureProps {
  const title = say(t.title, { year: String(year) })
  const monthNames = months.map(({ month }) =>
    calendar(`2026-${String(month).padStart(2, '0')}`, { month: 'narrow' }),
  )
  return {
    about: () => title,
    file: `scorebook-${year}`,
    hidesNames: most !== undefined && most.canonicalPlayer === undefined,
    marks: (namesAll) =>
      pictureOfYear({
        title,
        name,
        cards: cardsFor(namesAll ? undefined : say(pictures.friend)),
        months,
        monthNames,
      }),
  }
}
