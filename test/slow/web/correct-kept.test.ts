/** A correction that is not sent yet stays on the device: over a reload, and without a network until there is one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { done } from '../../web/table.ts'
import { evening, round } from '../../web/truth.ts'

const site = shareApp()

test('a correction is kept over a reload, and is sent once when the network is back', { skip }, async (t) => {
  const made = await round(site, 'Kuno')
  const match = await evening(made)
  const path = `/matches/${match}/propose`
  const { page } = await deskOf(t, site, made.bruno.person)
  const score = page.getByLabel('Score of Bruno')
  await visit(page, site, path)
  await score.fill('47')
  await page.getByRole('heading', { name: '1 change' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '1 change' }).waitFor()
  assert.equal(await score.inputValue(), '47')

  await page.context().setOffline(true)
  await page.getByText('What you changed is kept on this device.').waitFor()
  await page.getByRole('button', { name: 'Send it when I am online' }).click()
  await page.getByText('It is sent when you are online and this page is open.').waitFor()
  const edits = async () => done(await made.host.get(`/matches/${match}/edits`), 200).items
  assert.deepEqual(await edits(), [])
  await page.context().setOffline(false)
  await page.getByText(/was asked/).waitFor()
  assert.equal(new URL(page.url()).pathname, `/matches/${match}`)
  const [edit, ...more] = await edits()
  assert.deepEqual([edit.participantChanges[0].score, more], [47, []])

  await visit(page, site, path)
  await page.getByRole('heading', { name: 'Nothing is changed yet' }).waitFor()
  assert.equal(await score.inputValue(), '41')
})

test('a kept correction is of one person alone, and goes with its last change', { skip }, async (t) => {
  const made = await round(site, 'Kira')
  const path = `/matches/${await evening(made)}/propose`
  const { page } = await deskOf(t, site, made.bruno.person)
  await visit(page, site, path)
  await page.getByLabel('Score of Bruno').fill('47')
  await page.getByRole('heading', { name: '1 change' }).waitFor()
  const { page: other } = await deskOf(t, site, made.carla.person)
  await visit(other, site, path)
  await other.getByRole('heading', { name: 'Nothing is changed yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing is changed yet' }).waitFor()
})
