/** Dates and times in the reader's language and time zone. */
import { locale } from '../../texts/messages.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { dateFormat, daysBetween } from './days.ts'

export function When({
  at,
  time = false,
  near = false,
}: {
  at: string | number | Date
  time?: boolean
  near?: boolean
}) {
  const date = new Date(at)
  return <time dateTime={date.toISOString()}>{whenOf(date, { time, near })}</time>
}

export function whenOf(
  date: Date,
  { time = false, near = false, now = new Date() }: { time?: boolean; near?: boolean; now?: Date } = {},
): string {
  const days = near ? daysBetween(date, now) : undefined
  const word = days === 0 ? say(frame.today) : days === 1 ? say(frame.yesterday) : undefined
  if (word !== undefined)
    return time
      ? `${word} ${dateFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(date)}`
      : word
  const day = { day: 'numeric', month: 'short' } as const
  const year = date.getFullYear() === now.getFullYear() && near ? {} : ({ year: 'numeric' } as const)
  return dateFormat(locale(), {
    ...day,
    ...year,
    ...(time ? { hour: 'numeric', minute: '2-digit' } : {}),
  }).format(date)
}

/** A day that is near by its name, and the time. */
export const momentOf = (at: string | number): string => whenOf(new Date(at), { time: true, near: true })
