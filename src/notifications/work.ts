/**
 * The background work for mail: reads what has happened, and sends the mails that are due. If the mail server is away, only mail
 * waits.
 */
import { type Background, type Warn, startWork } from '../db/background.ts'
import type { Database } from '../db/database.ts'
import { mailSecret } from '../identity/link-mails/queue.ts'
import { backOff } from '../pipeline/back-off.ts'
import { LEASE, MOST_ATTEMPTS, deliver } from './deliver.ts'
import { readOn } from './follow.ts'
import { deliverLinks } from './link-mails/deliver.ts'
import { answerQuestion } from './link-mails/questions.ts'
import type { MailSettings } from './mail/settings.ts'
import { MailServerAway, PATIENCE, connectTo } from './mail/smtp.ts'
import { MailTokens } from './tokens.ts'

/** The pause between two looks at the log of events, in milliseconds. */
const LOOK = 2_000

interface MailWork {
  db: Database
  settings: MailSettings
  baseUrl: string
  warn: Warn
  look?: number
  patience?: typeof PATIENCE
  lease?: number
  /** How long to wait after the mail server was away this number of times in a row, in milliseconds. */
  pause?: (failures: number) => number
}

export const mailTokens = async (db: Database): Promise<MailTokens> => new MailTokens(await mailSecret(db))

/** Every instance runs this work. Leases keep two instances from sending the same mail. */
export function startMail({ db, settings, look = LOOK, pause = backOff, ...options }: MailWork): Background {
  const { warn, patience = PATIENCE } = options
  let tokens: MailTokens | undefined
  let failures = 0
  let waitsUntil = 0
  const connect = (stopping: AbortSignal) => connectTo(settings, stopping, patience)
  return startWork({
    name: 'the sending of mail',
    every: look,
    warn,
    async round(stopping) {
      while (!stopping.aborted && (await readOn(db)));
      const its = (tokens ??= await mailTokens(db))
      while (!stopping.aborted && (await answerQuestion(db, its)));
      if (Date.now() < waitsUntil) return
      try {
        const delivery = { db, connect, tokens: its, lease: LEASE, mostAttempts: MOST_ATTEMPTS, ...options }
        while (!stopping.aborted && (await deliverLinks(delivery, stopping)) > 0);
        while (!stopping.aborted && (await deliver(delivery, stopping)) > 0);
        failures = 0
      } catch (error) {
        if (!(error instanceof MailServerAway)) throw error
        if (stopping.aborted) return
        waitsUntil = Date.now() + pause(++failures)
        warn(error.message, { failures })
      }
    },
  })
}
