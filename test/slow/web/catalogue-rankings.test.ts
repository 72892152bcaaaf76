/** The page of the ranking: a file of 180,000 rows with its progress, rows that cannot be read, and files that are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CSV } from '../../pipeline/rankings/recipes.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { done } from '../../web/table.ts'

const site = shareApp()

const PATH = '/catalogue/rankings'
const HEADER = 'id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion,strategygames_rank'
const ROWS = 180_000

const reviewer = (name: string) => site.person(name, ['player', 'catalog-editor'])

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const realFile = () =>
  fileOf(
    'boardgames_ranks.csv',
    [
      HEADER,
      ...Array.from({ length: ROWS }, (_, n) =>
        n === 4_711
          ? `${n + 1},"Rising Tides,2`
          : `${n + 1},"Game, number ${n}",${1980 + (n % 45)},${n + 1},6.12345,7.12345,${ROWS - n},${n % 5 === 0 ? 1 : 0},`,
      ),
    ].join('\n'),
  )

test(
  'a ranking of 180,000 rows is picked by keyboard, and a bar says how far it is',
  { skip, timeout: 120_000 },
  async (t) => {
    const { page, complaints } = await deskOf(t, site, await reviewer('Ravi'))
    await visit(page, site, '/catalogue/candidates')
    await page.getByRole('link', { name: 'Ranking', exact: true }).press('Enter')
    await page.getByText('No ranking was imported yet.').waitFor()
    // The upload takes long enough to be seen.
    const slow = await page.context().newCDPSession(page)
    await slow.send('Network.enable')
    await slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 8_000_000,
    })
    const input = page.getByLabel('File of the ranking')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.press('Enter')])
    await chooser.setFiles(realFile())
    const bar = page.getByRole('progressbar')
    // At least a megabyte is sent, and not all.
    const sending = [1, 2, 3].map(
      (digit) =>
        `[aria-valuetext^="Sending"][aria-valuetext*="boardgames_ranks.csv"][aria-valuetext*=": ${digit}"]`,
    )
    await bar.and(page.locator(sending.map((one) => `${one}[aria-valuetext$=" MB"]`).join(', '))).waitFor()
    await page.getByText('The service stores its entries.').first().waitFor({ timeout: 60_000 })
    await page.getByText('179,999 entries are stored. 1 row could not be read.').waitFor({ timeout: 60_000 })
    await bar.waitFor({ state: 'detached' })
    const row = page.getByRole('list', { name: 'Files so far' }).getByRole('listitem').first()
    await row.getByText('179,999 entries').waitFor()
    await row.getByText('1 row could not be read').click()
    await row.getByText('Line 4,713: a quotation mark is missing or out of place').waitFor()
    await row.getByText('4712,"Rising Tides,2').waitFor()
    const { body } = await (await reviewer('Ravi')).get('/rankings/count')
    assert.deepEqual(body, { count: ROWS - 1 })
    assert.deepEqual(complaints, [])
  },
)

test(
  'a file that is no ranking is refused with a sentence, and one that is dropped is taken',
  { skip },
  async (t) => {
    const { page } = await deskOf(t, site, await reviewer('Rosa'))
    await visit(page, site, PATH)
    const input = page.getByLabel('File of the ranking')
    await input.setInputFiles(fileOf('notes.csv', 'a,b\n1,2\n'))
    await page.locator('#ranking-file-fault', { hasText: /notes\.csv: .*(id|header)/ }).waitFor()
    assert.equal(await input.getAttribute('aria-invalid'), 'true')
    await page.evaluate(`
    const data = new DataTransfer()
    data.items.add(new File(['id,name,rank\\n900001,Ebb,1\\n900002,Flow,2\\n'], 'small.csv'))
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))`)
    await page.getByText('2 entries are stored. Every row could be read.').waitFor()
    assert.equal(await page.locator('#ranking-file-fault').count(), 0)
  },
)

test(
  'an import names its maker to people who may see them, and the page is for reviewers alone',
  { skip },
  async (t) => {
    const rupert = await reviewer('Rupert')
    done(await rupert.post('/pipeline/import-rankings', 'id,name,rank\n900003,Tide,3\n', CSV), 200)
    const { page } = await deskOf(t, site, rupert)
    await visit(page, site, PATH)
    await page.getByText(/1 entry · .Rupert/).waitFor()
    const { page: other } = await deskOf(t, site, await reviewer('Rhea'))
    await visit(other, site, PATH)
    await other.getByText(/^1 entry/).waitFor()
    const { page: players } = await deskOf(t, site, await site.person('Otto'))
    await players.goto(`${site.url}${PATH}`)
    await players.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await players.locator('#ranking-file').count(), 0)
  },
)
