/** Says who will see the match once it is finished. */
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/seen-by.ts'
import { say } from '../../texts/text.ts'
import type { Ref } from '../../drafts/sheet.ts'

export function SeenBy({ community }: { community: Ref | undefined }) {
  const settings = kept('listPrivacySettings').value.value?.items
  const trusted = trustedCount()
  const people = community && peopleOf(community)
  // Nothing is shown until everything is known, because a shorter list would be wrong.
  if (!settings || trusted === undefined || (community && people === undefined)) return null
  const level = settings.find(({ dataType }) => dataType === 'MATCH_HISTORY')?.level
  if (level === 'PUBLIC') return <>{say(t.all)}</>
  const parts = [
    people,
    say(t.table),
    level === 'PRIVILEGED_ACCESS' && say(t.chosen),
    trusted > 0 && say(t.trusted),
  ].filter((part) => typeof part === 'string')
  const all = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
  const sentence = say(t.sentence, { people: all })
  return <>{sentence.charAt(0).toLocaleUpperCase(locale()) + sentence.slice(1)}</>
}

/** Who sees matches of this community. It reads signals, so call it while rendering. */
function peopleOf({ id, displayName }: Ref): string | undefined {
  const { value, state } = kept('countMemberships', { params: { communityId: id } }).value
  const name = named(displayName)
  if (value) return say(t.community, { count: value.count, name })
  return state === 'failed' ? say(t.members, { name }) : undefined
}

/** How many people may correct the reader's matches without asking. */
function trustedCount(): number | undefined {
  const me = session.value
  const filter = allOf(me.state === 'in' && `grantorId==${exactly(me.user.id)}`, 'revokedAt=null=true')
  const place = filter === undefined ? {} : { query: { filter } }
  return kept('countTrustedEditors', place).value.value?.count
}
