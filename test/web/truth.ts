/** Makes corrections, disputes, claims and membership requests through the API. */
import type { AppPerson, AppSite } from './site.ts'
import { claim, dispute, done, newGame, newMatch, newStandIn, selfOf } from './table.ts'

interface Round {
  host: AppPerson
  self: string
  game: string
  bruno: { person: AppPerson; standIn: string }
  carla: { person: AppPerson; standIn: string }
  edda: { person: AppPerson; standIn: string }
}

/** Makes a host and three guests, who have claimed their stand-ins. The host's name makes all names unique. */
export async function round(site: AppSite, hostName: string): Promise<Round> {
  const host = await site.person(hostName)
  const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Copper Lights')])
  const guest = async (name: string) => {
    const [person, standIn] = await Promise.all([
      site.person(`${name} of ${hostName}`),
      newStandIn(host, name),
    ])
    await claim(host, standIn, person)
    return { person, standIn }
  }
  return {
    host,
    self,
    game,
    bruno: await guest('Bruno'),
    carla: await guest('Carla'),
    edda: await guest('Edda'),
  }
}

/** Records a match: host 45, Bruno and Carla 41, Edda 33. */
export const evening = ({ host, self, game, bruno, carla, edda }: Round, playedAt = '2026-11-17T18:00:00Z') =>
  newMatch(
    host,
    game,
    [
      { id: self, score: 45 },
      { id: carla.standIn, score: 41 },
      { id: bruno.standIn, score: 41 },
      { id: edda.standIn, score: 33 },
    ],
    { playedAt },
  )

export const seatIn = async (by: AppPerson, matchId: string, standIn: string): Promise<string> =>
  done(await by.get(`/matches/${matchId}`), 200).participants.find(
    (one: { ghostPlayer: { id: string } }) => one.ghostPlayer.id === standIn,
  ).id

/** Proposes a correction, and returns the id of the edit. */
export async function correct(
  by: AppPerson,
  matchId: string,
  standIn: string,
  change: { score?: number; rank?: number | null; outcome?: 'WIN' | 'LOSS' | null },
): Promise<string> {
  const matchParticipantId = await seatIn(by, matchId, standIn)
  const body = { participantChanges: [{ matchParticipantId, ...change }] }
  return done(await by.post(`/matches/${matchId}/edits`, body)).id
}

/** Makes one item of each kind for the host's inbox. The host also waits for three other people. */
export async function everyKind(site: AppSite, hostName: string): Promise<Round> {
  const made = await round(site, hostName)
  const { host, bruno, carla, edda } = made
  const dario = await site.person(`Dario of ${hostName}`)
  const filip = await round(site, `Filip of ${hostName}`)
  const anna = await site.person(`Anna of ${hostName}`)
  const standIn = await newStandIn(host, 'Anna')
  for (const playedAt of ['2025-03-05T18:00:00Z', '2026-08-05T18:00:00Z', '2026-11-05T18:00:00Z'])
    await newMatch(
      host,
      made.game,
      [
        { id: made.self, score: 3 },
        { id: standIn, score: 5 },
      ],
      { playedAt },
    )
  done(await anna.post('/claim-requests', { ghostPlayerId: standIn, message: 'That was me, in spring.' }))
  await correct(bruno.person, await evening(made), bruno.standIn, { score: 47 })
  const other = await evening(made, '2026-11-15T18:00:00Z')
  await dispute(edda.person, other, edda.standIn, 'I had 43. We forgot the lighthouse.')
  const community = done(
    await host.post('/communities', {
      displayName: 'Thursdays at the Lighthouse',
      joinPolicy: 'REQUIRES_APPROVAL',
    }),
  )
  const { id } = done(await carla.person.post(`/communities/${community.id}/membership-requests`))
  done(
    await host.patch(`/communities/${community.id}/membership-requests/${id}`, { status: 'APPROVED' }, '*'),
    200,
  )
  const darios = await newStandIn(host, 'Dario')
  await claim(host, darios, dario)
  await newMatch(host, made.game, [
    { id: carla.standIn, score: 3 },
    { id: darios, score: 5 },
  ])
  done(await dario.post(`/communities/${community.id}/membership-requests`))
  await waitForOthers(host, filip)
  return made
}

/** The host sends a correction, claims a stand-in, and asks to join a community. */
async function waitForOthers(host: AppPerson, filip: Round): Promise<void> {
  const own = await newStandIn(filip.host, host.name)
  await claim(filip.host, own, host)
  const match = await newMatch(filip.host, filip.game, [
    { id: filip.self, score: 30 },
    { id: own, score: 28 },
  ])
  await correct(host, match, own, { score: 31 })
  const circle = done(
    await filip.host.post('/communities', {
      displayName: 'Saturday Circle',
      joinPolicy: 'REQUIRES_APPROVAL',
    }),
  )
  done(await host.post(`/communities/${circle.id}/membership-requests`))
  done(await host.post('/claim-requests', { ghostPlayerId: await newStandIn(filip.host, 'Another') }))
}
