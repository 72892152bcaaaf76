/** The mark of a participant. It has one of six colours and one of six shapes, for people who cannot tell the colours apart. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { SHAPES } from './seat-shapes.ts'

/** Screen readers skip the mark, unless `named` is true. */
export const SeatMark = ({ seat, named = false }: { seat: number; named?: boolean }) => (
  <svg
    class={`seat seat-${seat % SHAPES.length}`}
    viewBox="0 0 14 14"
    {...(named
      ? { role: 'img', 'aria-label': say(frame.seat, { number: seat + 1 }) }
      : { 'aria-hidden': 'true' })}
  >
    <path d={SHAPES[seat % SHAPES.length]} />
  </svg>
)
