/** The screens of the inbox and of corrections, one row for each state. */
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { HOSTILE, claim, done, newGame, newMatch, newStandIn, selfOf } from './table.ts'
import { correct, evening, everyKind, round, seatIn } from './truth.ts'

/** Somebody asks a member of their community about a stand-in with three matches. Its id. */
async function asked(site: AppSite, name: string): Promise<string> {
  const [host, member] = [await site.person(name), await site.person(`Carla of ${name}`)]
  const { id } = done(
    await host.post('/communities', { displayName: `The table of ${name}`, joinPolicy: 'OPEN' }),
  )
  done(await member.post(`/communities/${id}/memberships`, {}))
  const [self, standIn, game] = [
    await selfOf(host),
    await newStandIn(host, 'Carla'),
    await newGame(site, 'Copper Lights'),
  ]
  for (const month of ['03', '07', '11'])
    await newMatch(
      host,
      game,
      [
        { id: self, score: 44 },
        { id: standIn, score: 41 },
      ],
      {
        playedAt: `2026-${month}-08T18:00:00Z`,
      },
    )
  const { id: userId } = done(await member.get('/users/me'), 200)
  done(await host.post(`/ghost-players/${standIn}/user-invitations`, { userId }))
  return standIn
}

export const TRUTH_SCREENS: readonly Screen[] = [
  {
    name: 'inbox-full',
    who: 'Ines',
    async path(site) {
      await everyKind(site, 'Ines')
      return '/inbox'
    },
  },
  {
    name: 'inbox-answers',
    who: 'Bruno of Isa',
    async path(site) {
      const made = await round(site, 'Isa')
      const answer = async (path: string, status: string) =>
        done(await made.host.patch(path, { status }, '*'), 200)
      const { person, standIn } = made.bruno
      const [one, other] = [await evening(made), await evening(made, '2026-11-15T18:00:00Z')]
      await answer(`/matches/${one}/edits/${await correct(person, one, standIn, { score: 47 })}`, 'REJECTED')
      await answer(`/matches/${one}/edits/${await correct(person, one, standIn, { score: 44 })}`, 'APPROVED')
      const free = await newStandIn(made.host, 'Benno')
      const { id } = done(await person.post('/claim-requests', { ghostPlayerId: free }))
      await answer(`/claim-requests/${id}`, 'REJECTED')
      await correct(person, other, standIn, { score: 40 })
      return '/inbox'
    },
  },
  { name: 'inbox-empty', path: '/inbox', who: 'Nora' },
  {
    name: 'inbox-one',
    who: 'Ivo',
    async path(site) {
      const made = await round(site, 'Ivo')
      await correct(made.bruno.person, await evening(made), made.bruno.standIn, { score: 43 })
      return '/inbox'
    },
  },
  {
    name: 'inbox-codes',
    who: 'Ilja',
    async path(site) {
      const host = await site.person('Ilja')
      const [bruno, carla] = [await newStandIn(host, 'Bruno'), await newStandIn(host, 'Carla')]
      const community = done(
        await host.post('/communities', { displayName: 'Thursdays at the Lighthouse', joinPolicy: 'OPEN' }),
      )
      const secretOf = async (path: string) => done(await host.post(`${path}/invitations`)).secret
      const accept = async (name: string, secret: string) =>
        done(await (await site.person(name)).post('/invitations/accept', { secret }), 200)
      await accept('Bruno of Ilja', await secretOf(`/ghost-players/${bruno}`))
      const secret = await secretOf(`/ghost-players/${carla}`)
      done(await (await site.person('Carla of Ilja')).post('/invitations/decline', { secret }), 204)
      const toAll = await secretOf(`/communities/${community.id}`)
      for (const name of ['Dario', 'Edda', 'Filip', 'Gesa', 'Hanno']) await accept(`${name} of Ilja`, toAll)
      await accept('Edda of Ilja', await secretOf('/trusted-editors'))
      return '/inbox'
    },
  },
  {
    name: 'inbox-question',
    who: 'Carla of Ilva',
    async path(site) {
      await asked(site, 'Ilva')
      return '/inbox'
    },
  },
  {
    name: 'stand-in-asked',
    who: 'Ilva of Jette',
    path: async (site) => `/stand-ins/${await asked(site, 'Ilva of Jette')}`,
  },
  {
    name: 'inbox-decided',
    who: 'Ida',
    async path(site) {
      await everyKind(site, 'Ida')
      return '/inbox'
    },
    async prepare(page) {
      await page.getByRole('button', { name: /^Yes, that is/ }).click()
      await page.locator('.slip-decided').waitFor()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.locator('.slip-decided').nth(1).waitFor()
    },
  },
  {
    name: 'inbox-changed-meanwhile',
    who: 'Ivana',
    async path(site) {
      const made = await round(site, 'Ivana')
      await correct(made.bruno.person, await evening(made), made.bruno.standIn, { score: 47 })
      return '/inbox'
    },
    async prepare(page, site) {
      const host = await site.person('Ivana')
      const { match, matchEdit } = done(await host.get('/users/me/inbox'), 200).items[0]
      const [{ matchParticipantId }] = matchEdit.participantChanges
      const body = { participantChanges: [{ matchParticipantId, score: 44 }] }
      const { id } = done(await host.post(`/matches/${match.id}/edits`, body))
      done(await host.patch(`/matches/${match.id}/edits/${id}`, { status: 'APPROVED' }, '*'), 200)
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByText('The match has changed in the meantime.').waitFor()
    },
  },
  {
    name: 'inbox-rejecting',
    who: 'Ivo',
    path: '/inbox',
    async prepare(page) {
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'inbox-offline',
    who: 'Ines',
    path: '/inbox',
    async prepare(page) {
      await page.context().setOffline(true)
      await page.getByText('You can decide when you are online.').waitFor()
    },
  },
  {
    name: 'inbox-hostile-names',
    who: 'Iris',
    async path(site) {
      const host = await site.person('Iris')
      const [self, game] = [await selfOf(host), await newGame(site, HOSTILE[3] ?? '')]
      for (const [n, name] of HOSTILE.entries()) {
        const guest = await site.person(`Guest ${n} of Iris`)
        done(await guest.patch('/users/me', { displayName: name }, '*'), 200)
        const standIn = await newStandIn(host, name)
        if (n % 2) {
          done(await guest.post('/claim-requests', { ghostPlayerId: standIn, message: name }))
          continue
        }
        await claim(host, standIn, guest)
        const match = await newMatch(host, game, [
          { id: self, score: 12_345_678.25 },
          { id: standIn, score: 2 },
        ])
        const edit = {
          loadoutChanges: [
            { matchParticipantId: await seatIn(guest, match, standIn), attributes: { [name]: name } },
          ],
        }
        done(await guest.post(`/matches/${match}/edits`, edit))
      }
      return '/inbox'
    },
  },
]
