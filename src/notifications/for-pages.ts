/**
 * What the page for ending mail needs: words in the person's language, and functions that end all mail or all invitations by
 * mail.
 */
import type { Database } from '../db/database.ts'
import { refuse } from '../identity/link-mails/invitations.ts'
import { LINK_WORDS } from './link-mails/words.ts'
import { WORDS } from './mail/texts.ts'
import type { Locale } from './schema.ts'
import { localeOf, unsubscribe } from './store.ts'
import { mailTokens } from './work.ts'

export async function forPages(db: Database) {
  const tokens = await mailTokens(db)
  return {
    /** Undefined if the token is not ours, or if the person was erased. */
    async look(token: string) {
      const refusal = tokens.refusalIn(token)
      if (refusal) return wordsOf(refusal.locale, LINK_WORDS[refusal.locale])
      const subscription = tokens.subscriptionOf(token)
      const found = subscription && (await db.maybe(localeOf(subscription.userId)))
      return found && wordsOf(found.locale, WORDS[found.locale])
    },
    async end(token: string) {
      const refusal = tokens.refusalIn(token)
      if (refusal) {
        await db.many(refuse(refusal.addressHash))
        return wordsOf(refusal.locale, LINK_WORDS[refusal.locale])
      }
      const subscription = tokens.subscriptionOf(token)
      const found =
        subscription && (await db.maybe(unsubscribe(subscription.userId, subscription.addressHash)))
      return found && wordsOf(found.locale, WORDS[found.locale])
    },
  }
}

interface Words {
  stopTitle: string
  stopLead: string
  stopButton: string
  stopped: string
  stoppedLead: string
}

const wordsOf = (locale: Locale, { stopTitle, stopLead, stopButton, stopped, stoppedLead }: Words) => ({
  locale,
  ask: { title: stopTitle, lead: stopLead, button: stopButton },
  done: { title: stopped, lead: stoppedLead },
})
