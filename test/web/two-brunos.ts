/** Two people of one community who have each played with a stand-in Bruno, never both at one table. */
import type { AppPerson, AppSite } from './site.ts'
import { claim, done, newGame, newMatch, newStandIn, selfOf } from './table.ts'

interface TwoBrunos {
  host: AppPerson
  other: AppPerson
  communityId: string
  gameId: string
  /** The host's Bruno, behind in three matches since March 2025. */
  mine: string
  /** The other's Bruno, ahead of the host in two matches since August 2025. */
  theirs: string
}

export async function twoBrunos(site: AppSite, name: string, otherName: string): Promise<TwoBrunos> {
  const [host, other] = await Promise.all([site.person(name), site.person(otherName)])
  const { id: communityId } = done(
    await host.post('/communities', { displayName: 'Thursdays', joinPolicy: 'OPEN' }),
  )
  done(await other.post(`/communities/${communityId}/memberships`))
  const [gameId, mine, theirs, hostThere] = [
    await newGame(site, 'Copper Lights'),
    await newStandIn(host, 'Bruno'),
    await newStandIn(other, 'Bruno'),
    await newStandIn(other, name),
  ]
  await claim(other, hostThere, host)
  for (const playedAt of ['2025-03-06T19:00:00Z', '2025-04-03T19:00:00Z', '2025-05-08T19:00:00Z'])
    await newMatch(
      host,
      gameId,
      [
        { id: await selfOf(host), score: 40 },
        { id: mine, score: 30 },
      ],
      { playedAt, communityId },
    )
  for (const playedAt of ['2025-08-07T19:00:00Z', '2025-09-04T19:00:00Z'])
    await newMatch(
      other,
      gameId,
      [
        { id: await selfOf(other), score: 50 },
        { id: theirs, score: 45 },
        { id: hostThere, score: 20 },
      ],
      { playedAt, communityId },
    )
  return { host, other, communityId, gameId, mine, theirs }
}
