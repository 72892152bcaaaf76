/** The lists of imports have their own orders and pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../world.ts'
import { bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()

async function walked(path: string, by = world.editor) {
  const found: { id: string }[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await by.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor && `&cursor=${cursor}`}`,
    )
    assert.equal(page.status, 200, page.text)
    found.push(...page.body.items)
    cursor = page.body.nextCursor
  }
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
  assert.equal((await by.get(`${path.split('?')[0]}/count`)).body.count, found.length)
  return found
}

test('plays come in the order of the file, and questions by their plays', async () => {
  const me = await world.newcomer()
  const plays = [1, 2, 3, 4, 5].map((n) => ({
    game: n > 3 ? 'Seldom' : 'Often',
    scores: [{ player: 'Me' }, ...(n > 1 ? [{ player: 'Anna' }] : [])],
  }))
  const file = bgStats(['Me', 'Anna'], [{ name: 'Often' }, { name: 'Seldom' }], plays)
  const { id } = (await importFile(me, file)).body
  const listed = (await walked(`/imports/${id}/plays`, me)) as { id: string; position: number }[]
  assert.deepEqual(
    listed.map(({ position }) => position),
    [1, 2, 3, 4, 5],
  )
  const questions = (await walked(`/imports/${id}/questions`, me)) as { id: string; name: string }[]
  assert.deepEqual(
    questions.map(({ name }) => name),
    ['Me', 'Anna', 'Often', 'Seldom'],
  )
  for (let n = 0; n < 4; n++) await importFile(me, file)
  const imports = await walked('/imports', me)
  assert.equal(imports.at(-1)?.id, id)
})

test('games that imports wait for are counted over people, without saying who', async () => {
  const name = `Wanted ${Date.now()}`
  for (const n of [1, 2, 3]) {
    const person = await world.newcomer()
    const games = [{ name: n === 2 ? name.toUpperCase() : name }, { name: `Other ${n}`, bggId: 990_000 + n }]
    const plays = games.map((game) => ({ game: game.name, scores: [{ player: 'Me' }] }))
    const { id } = (await importFile(person, bgStats(['Me'], games, plays))).body
    if (n < 3) assert.equal((await start(person, id)).status, 200)
  }
  await workAll(service.db)
  const missing = (await walked('/missing-games')) as {
    id: string
    name: string
    people: number
    plays: number
  }[]
  const wanted = missing.filter((one) => one.name.toLowerCase() === name.toLowerCase())
  assert.deepEqual(
    wanted.map(({ people, plays }) => ({ people, plays })),
    [{ people: 2, plays: 2 }],
  )
  assert.ok(!missing.some((one) => one.name === 'Other 3'), 'an import that has not started tells nobody')
  assert.deepEqual(Object.keys(wanted[0] ?? {}).toSorted(), ['id', 'name', 'people', 'plays'])
})
