/**
 * A story of two people: one asks for mail, the other proposes a correction. The mail leads to the inbox, and to a page that
 * stops all mail.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMail } from '../../../src/notifications/work.ts'
import { mailServer } from '../../notifications/smtp-server.ts'
import { claim, done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'
import { deskOf, shareApp, skip, until, visit } from '../../web/site.ts'

const site = shareApp()

test(
  'somebody asks for mail, gets one about a correction, and ends it with one click',
  { skip },
  async (t) => {
    const server = await mailServer()
    t.after(() => server.close())
    const work = startMail({
      db: site.db,
      settings: server.settings,
      baseUrl: site.url,
      warn: (message) => t.diagnostic(message),
      look: 100,
    })
    t.after(() => work.stop())
    const [alma, bruno] = await Promise.all([site.person('Alma'), site.person('Bruno')])
    const standIn = await newStandIn(alma, 'Bruno')
    const game = await newGame(site, 'Ember Keepers')
    const match = await newMatch(alma, game, [
      { id: await selfOf(alma), score: 40 },
      { id: standIn, score: 30 },
    ])
    await claim(alma, standIn, bruno)

    const hers = await deskOf(t, site, alma)
    const { page } = hers
    await visit(page, site, '/settings')
    await page.getByRole('link', { name: 'Notifications' }).click()
    while (await page.getByText('This service sends no mail').isVisible()) await page.reload()
    await page.getByLabel('E-mail address').fill('alma@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('A link is on its way to alma@example.org').waitFor()
    const verifying = await server.next()
    const [link = ''] = /http\S+#\S+/.exec(verifying.mail.text ?? '') ?? []
    await page.goto(link)
    await page.getByText('This address is yours').waitFor()
    assert.equal(new URL(page.url()).hash, '', 'the secret has left the address')
    await page.getByText('Mail goes to alma@example.org').waitFor()
    await page.getByLabel('Corrections of my matches').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()

    const his = await deskOf(t, site, bruno)
    await visit(his.page, site, `/matches/${match}`)
    const { body } = await bruno.get(`/matches/${match}`)
    const participant = body.participants.find(
      ({ ghostPlayer }: { ghostPlayer: { id: string } }) => ghostPlayer.id === standIn,
    )
    const changes = { participantChanges: [{ matchParticipantId: participant.id, score: 45 }] }
    done(await bruno.post(`/matches/${match}/edits`, changes), 201)

    const { mail, to } = await server.next()
    assert.deepEqual(to, ['alma@example.org'])
    assert.equal(mail.subject, 'Scorebook: New in your inbox: 1 correction')
    const [inbox = '', stop = ''] = [...(mail.text ?? '').matchAll(/http\S+/g)].map(([url]) => url)
    await page.goto(inbox)
    await until(page, `document.querySelector('main')?.textContent.includes('Bruno') === true`)
    assert.equal(new URL(page.url()).pathname, '/inbox')

    assert.deepEqual(hers.complaints, [])
    // Without signing in, everybody with the link can stop the mail.
    await hers.context.clearCookies()
    await page.goto(stop)
    await page.getByRole('button', { name: 'Stop all mail' }).click()
    await page.getByText('Done. You can choose again').waitFor()
    assert.equal((await alma.get('/users/me/notifications')).body.mail, false)
  },
)
