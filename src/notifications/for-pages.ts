/** For the page that ends all mail: its words in the person's language, and the end itself. */
import type { Database } from '../db/database.ts'
import { WORDS } from './mail/texts.ts'
import type { Locale } from './schema.ts'
import { localeOf, unsubscribe } from './store.ts'
import { mailTokens } from './work.ts'

export async function forPages(db: Database) {
  const tokens = await mailTokens(db)
  return {
    /** Undefined for a token that is not ours, or of somebody who was erased. */
    async look(token: string) {
      const subscription = tokens.subscriptionOf(token)
      const found = subscription && (await db.maybe(localeOf(subscription.userId)))
      return found && words(found.locale)
    },
    async end(token: string) {
      const subscription = tokens.subscriptionOf(token)
      const found =
        subscription && (await db.maybe(unsubscribe(subscription.userId, subscription.addressHash)))
      return found && words(found.locale)
    },
  }
}

function words(locale: Locale) {
  const { stopTitle, stopLead, stopButton, stopped, stoppedLead } = WORDS[locale]
  return {
    locale,
    ask: { title: stopTitle, lead: stopLead, button: stopButton },
    done: { title: stopped, lead: stoppedLead },
  }
}
