/** The reader's communities, newest first, and a link to the others. */
import { kept } from '../../api/cache.ts'
import { t } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'

const SHOWN = 5

export function Communities() {
  const { value } = kept('listMyMemberships', { query: { sort: 'createdAt:DESC', limit: SHOWN } }).value
  if (!value) return null
  return (
    <section class="part">
      <header>
        <h2>{say(t.communities)}</h2>
        <a class="quiet" href="/communities">
          {say(value.items.length === 0 ? t.findCommunities : t.allCommunities)}
        </a>
      </header>
      {value.items.length > 0 && (
        <ul class="tags">
          {value.items.map(({ community }) => (
            <li key={community.id}>
              <a class="chip" href={`/communities/${community.id}`}>
                <bdi>{community.displayName}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
