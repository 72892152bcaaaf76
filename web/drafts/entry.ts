/** The states of a draft in the outbox. */
import type { Entry } from '../api/outbox.ts'
import { type Draft, needsSomebody, plan } from './plan.ts'

export type DraftEntry = Entry<Draft> & { sent?: boolean }

/** True if the person has finished the match but the service does not know it yet. */
export const waits = ({ value }: DraftEntry): boolean => value.finishing === true && value.end === undefined

/** True if the draft cannot be sent until a person decides something. */
export const needsYou = ({ fault, value }: DraftEntry): boolean => fault !== undefined || needsSomebody(value)

export const isSent = ({ value, step }: DraftEntry): boolean =>
  value.match !== undefined && !step && plan.next(value) === undefined && !needsSomebody(value)
