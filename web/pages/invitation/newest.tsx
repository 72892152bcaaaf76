/** The newest matches of the stand-in. They help people to recognise whether they are meant. */
import type { Invitation } from '../../api/invitation.ts'
import { named, sequenceOfNames } from '../../parts/marks/names.ts'
import { PlaceMark } from '../../parts/marks/place-mark.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/invitation.ts'
import { say } from '../../texts/text.ts'

type Match = NonNullable<Invitation['newest']>[number]

export function Newest({ of: { newest, ghostPlayer } }: { of: Invitation }) {
  if (!newest || newest.length === 0) return null
  return (
    <section class="newest">
      <div class="newest-head">
        <h2>{say(t.newest, { count: newest.length })}</h2>
        <span>{say(t.place, { name: named(ghostPlayer?.displayName ?? '') })}</span>
      </div>
      <ol>
        {newest.map((match) => (
          <li key={match.playedAt + match.game.id}>
            <Tile name={match.game.displayName} />
            <div>
              <strong>
                <bdi>{match.game.displayName}</bdi>
              </strong>
              <span class="detail">{detailOf(match)}</span>
            </div>
            <End of={match} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function detailOf({ playedAt, others }: Match): string {
  const when = whenOf(new Date(playedAt), { near: true })
  if (others.length === 0) return when
  const names = sequenceOfNames(others.map(({ displayName }) => displayName))
  return say(t.withOthers, { when, names })
}

function End({ of: { place, tied, won } }: { of: Match }) {
  if (place !== undefined) return <PlaceMark place={place} tied={tied} />
  return <span class="soft">{say(won === undefined ? t.noResult : won ? t.won : t.lost)}</span>
}
