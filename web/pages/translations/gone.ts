/** What a page says if there is no such application. */
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'

export const gone = () => ({
  title: say(t.gone),
  lead: say(t.goneWhy),
  href: '/translations',
  action: say(t.toTranslations),
})
