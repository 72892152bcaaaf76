/**
 * A wrong score, on two phones: somebody from the table corrects it, and the recorder decides. Everything happens in the pages,
 * never by calling the API.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDesk } from '../../pages/site.ts'
import { PHONE, acceptFourteen, fourteen, makeCode } from '../../web/code.ts'
import { Finger } from '../../web/recording.ts'
import { deskOf, settled, shareApp, skip, visit } from '../../web/site.ts'

const site = shareApp()

async function phone(t: TestContext): Promise<Page> {
  const { page, context, complaints } = await openDesk(site.browser, PHONE)
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return page
}

const scoreOf = (page: Page, name: string) => page.locator('.match-seats > li').filter({ hasText: name })

test(
  'Bob without an account sends his first correction with 12 taps, and Alice approves it with two',
  { skip },
  async (t) => {
    const alice = await fourteen(site, 'Alice')
    const { page: hers } = await deskOf(t, site, alice.person, PHONE)
    await visit(hers, site, `/matches/${alice.match}`)
    const his = await phone(t)
    const bob = new Finger(his)
    bob.taps = await acceptFourteen(his, await makeCode(hers))
    await bob.tap(his.locator('.app-places').getByRole('link', { name: 'Matches' }))
    await bob.tap(his.locator('.match-line .line-link').first())
    await bob.link('Correct it')
    await bob.tap(his.getByLabel('Score of Bob'))
    await bob.type('47')
    bob.taps += 2
    assert.equal(
      await his.getByLabel('Score of Bob').inputValue(),
      '47',
      'the first digit replaces the score',
    )
    await his.getByText('Then you win, and ⁨Alice⁩ is second.').waitFor()
    await his.getByText('Until then the match stays as it is.').waitFor()
    await bob.button(/^Send to/)
    await his.getByText(/was asked/).waitFor()
    assert.equal(new URL(his.url()).pathname, `/matches/${alice.match}`)
    await scoreOf(his, 'Bob').getByText('41').waitFor()
    t.diagnostic(`${bob.taps} taps of Bob's`)
    assert.ok(bob.taps <= 12, `${bob.taps} taps`)

    const hand = new Finger(hers)
    // The inbox counts two items: the correction, and that Bob has used the code.
    await hers.locator('.app-count', { hasText: '2' }).waitFor()
    await hand.tap(hers.getByRole('link', { name: /^Inbox/ }))
    await hers.getByText(/corrects .*Copper Lights/).waitFor()
    await hers.locator('.change-rows .struck', { hasText: '41' }).waitFor()
    await hers.locator('.change-rows .change-to', { hasText: '47' }).waitFor()
    await hand.button('Approve')
    await hers.locator('.slip-decided', { hasText: 'Approved.' }).waitFor()
    assert.equal(hand.taps, 2)
    // Both phones show the new score without a reload.
    await scoreOf(his, 'Bob').getByText('47').waitFor()
    await his.getByText(/was asked/).waitFor({ state: 'detached' })
    await hers.goBack()
    await settled(hers)
    await scoreOf(hers, 'Bob').getByText('47').waitFor()
    await hers.locator('.app-count', { hasText: '1' }).waitFor()
    for (const page of [his, hers]) {
      const change = page.locator('.match-changes > li', { hasText: 'Score of' })
      await change.locator('.struck', { hasText: '41' }).waitFor()
      await change.getByText('47').waitFor()
    }
    await his.getByRole('link', { name: /^Inbox/ }).click()
    await his.getByText(/approved your correction of .*Copper Lights/).waitFor()
    await his.goBack()
    await settled(his)

    // The recorder's own correction is done at once.
    await hand.link('Correct it')
    await hand.tap(hers.getByLabel('Score of Alice'))
    await hand.type('50')
    await hand.button('Change it')
    await hers.getByText(/^Corrected\./).waitFor()
    await scoreOf(hers, 'Alice').getByText('50').waitFor()
    await scoreOf(his, 'Alice').getByText('50').waitFor()
    for (const page of [his, hers]) await page.getByText(/Alice\W* corrected the match/).waitFor()
  },
)
