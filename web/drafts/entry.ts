/** A draft in the outbox, and how far it has come. */
import type { Entry } from '../api/outbox.ts'
import { type Draft, needsSomebody, plan } from './plan.ts'

export type DraftEntry = Entry<Draft> & { sent?: boolean }

/** Finished by its person and not yet by the service: "waits on this phone". */
export const waits = ({ value }: DraftEntry): boolean => value.finishing === true && value.end === undefined

/** It goes no further until somebody looks at it. */
export const needsYou = ({ fault, value }: DraftEntry): boolean => fault !== undefined || needsSomebody(value)

/** The service has everything that is written on it. */
export const isSent = ({ value, step }: DraftEntry): boolean =>
  value.match !== undefined && !step && plan.next(value) === undefined && !needsSomebody(value)
