/** The words for a community that does not exist. */
import type { Absence } from '../../parts/page/fault.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'

export const gone = (): Absence => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/communities',
  action: say(t.find),
})
