/** The name of a side: its own, or its number. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export const sideName = (side: string): string => (/^\d+$/.test(side) ? say(frame.side, { side }) : side)
