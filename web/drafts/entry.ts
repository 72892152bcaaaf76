/** A draft in the outbox, and how far it has come. */
import type { Entry } from '../api/outbox.ts'
import { type Draft, needsSomebody, plan } from './plan.ts'

export type DraftEntry = Entry<Draft> & { sent?: boolean }

/** The person has finished the match, and the service does not have that yet. */
export const waits = ({ value }: DraftEntry): boolean => value.finishing === true && value.end === undefined

/** The draft is stuck until a person decides something. */
export const needsYou = ({ fault, value }: DraftEntry): boolean => fault !== undefined || needsSomebody(value)

/** The service has everything in the draft. */
export const isSent = ({ value, step }: DraftEntry): boolean =>
  value.match !== undefined && !step && plan.next(value) === undefined && !needsSomebody(value)
