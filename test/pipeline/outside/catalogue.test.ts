/** The client of the catalogue, against a server that enforces the catalogue's rules. */
import assert from 'node:assert/strict'
import { after, before, mock, suite, test } from 'node:test'
import fc from 'fast-check'
import { catalogueOf } from '../../../src/pipeline/outside/catalogue.ts'
import { Down, Failed, Stopped, Unusable } from '../../../src/pipeline/outside/failures.ts'
import { faultOfName } from '../../../src/http/schema/text.ts'
import { type CatalogueServer, TOKEN, catalogueServer, itemOf, itemsOf } from '../servers/catalogue.ts'

// The clock stands still, so that waits can be compared to the second.
before(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }))
after(() => mock.timers.reset())

const signal = new AbortController().signal

const clientOf = (server: CatalogueServer, token = TOKEN) =>
  catalogueOf({ baseUrl: server.baseUrl, token, timeout: 60_000 })

/** Reads the only thing on a server with this item. */
async function thingOf(given: Parameters<typeof itemOf>[1]) {
  const server = await catalogueServer({ 7: itemOf('7', given) })
  const things = await clientOf(server)(['7'], signal)
  assert.equal(things.length, 1)
  return things[0]
}

suite('a thing', () => {
  test('has all that the catalogue knows of it', async () => {
    const thing = await thingOf({
      name: 'Harbour & Lights',
      names: ['港の灯', 'Порт огней'],
      description: 'Build piers.',
      image: 'https://images.example.org/7.jpg',
      year: '2019',
      minPlayers: '2',
      maxPlayers: '4',
      playingTime: '60',
      minAge: '10',
      rank: '42',
      links: [
        { type: 'boardgamemechanic', id: '1', value: 'Dice Rolling' },
        { type: 'boardgamecategory', id: '2', value: 'Nautical' },
        { type: 'boardgamecategory', id: '3', value: 'Economic' },
        { type: 'boardgamemechanic', id: '4', value: 'Economic' },
        { type: 'boardgameexpansion', id: '8', value: 'Harbour Lights: Tides' },
        { type: 'boardgamedesigner', id: '9', value: 'Somebody' },
      ],
    })
    assert.deepEqual(thing, {
      catalogId: '7',
      type: 'boardgame',
      displayName: 'Harbour & Lights',
      description: 'Build piers.',
      minPlayers: 2,
      maxPlayers: 4,
      playingTime: 60,
      minAge: 10,
      yearPublished: 2019,
      imageUrl: 'https://images.example.org/7.jpg',
      rank: 42,
      tags: ['Nautical', 'Economic', 'Dice Rolling'],
      baseCatalogIds: [],
    })
  })

  test('lacks what is zero, not ranked or not there at all', async () => {
    assert.deepEqual(
      await thingOf({ year: '0', minPlayers: '0', maxPlayers: '0', playingTime: '0', minAge: '0' }),
      { catalogId: '7', type: 'boardgame', displayName: 'Thing 7', tags: [], baseCatalogIds: [] },
    )
    assert.deepEqual(await thingOf({ type: 'boardgameaccessory' }), {
      catalogId: '7',
      type: 'boardgameaccessory',
      displayName: 'Thing 7',
      tags: [],
      baseCatalogIds: [],
    })
  })

  test('may be of a year before our era', async () => {
    assert.equal((await thingOf({ year: '-2200' }))?.yearPublished, -2200)
  })

  test('that is an expansion names all that it expands, and not what expands it', async () => {
    const links = [
      { type: 'boardgameexpansion', id: '11', value: 'First base', inbound: true },
      { type: 'boardgameexpansion', id: '12', value: 'Second base', inbound: true },
      { type: 'boardgameexpansion', id: '13', value: 'Further expansion' },
      { type: 'boardgameimplementation', id: '14', value: 'Older', inbound: true },
    ]
    const thing = await thingOf({ type: 'boardgameexpansion', links })
    assert.deepEqual(thing?.baseCatalogIds, ['11', '12'])
  })

  test('is decoded twice, and no more', async () => {
    const thing = await thingOf({
      name: 'Piers &amp; Nets &ndash; the &quot;Ebb&quot;',
      description:
        'One&#10;&#10;&#10;&#10;two &rsquo;&hellip; &amp;lt;b&amp;gt; AT&T; R&D&nbsp;x &#195;&#137;tat &#231;&#129;&#175;&#231;&#129;&#175; &#195; &#195;&#32;&#195;&#195; x&#0;y&#8;z &#xD800;',
    })
    assert.equal(thing?.displayName, 'Piers & Nets – the "Ebb"')
    assert.equal(
      thing?.description,
      'One\n\ntwo ’… &lt;b&gt; AT&T; R&D\u00a0x État 灯灯 Ã Ã ÃÃ x\uFFFDyz \uFFFD',
    )
  })

  test('whose texts are too long has their beginnings, cut between characters', async () => {
    const thing = await thingOf({ name: `${'a'.repeat(254)}🎲b`, description: 'd'.repeat(10_001) })
    assert.equal(thing?.displayName, 'a'.repeat(254))
    assert.equal(thing?.description, 'd'.repeat(10_000))
  })

  test('has a name that a game takes: without what overrides the direction of text, and not blank', async () => {
    assert.equal((await thingOf({ name: '\u202bנמל\u202c \u2068Lights\u2069' }))?.displayName, 'נמל Lights')
    const server = await catalogueServer({ 7: itemOf('7', { name: '\u200b\u202e\u2060' }) })
    assert.deepEqual(await clientOf(server)(['7'], signal), [])
  })

  test('has tags that a game takes: of 100 characters, and none twice in another case', async () => {
    const links = ['Dice', 'x'.repeat(120), 'DICE', 'dice'].map((value, index) => ({
      type: 'boardgamemechanic',
      id: String(index),
      value,
    }))
    assert.deepEqual((await thingOf({ links }))?.tags, ['Dice', 'x'.repeat(100)])
  })

  test('has at most 20 tags', async () => {
    const links = Array.from({ length: 25 }, (_, index) => ({
      type: 'boardgamemechanic',
      id: String(index),
      value: `Mechanic ${index}`,
    }))
    assert.equal((await thingOf({ links }))?.tags.length, 20)
  })

  for (const [given, url] of Object.entries({
    '//images.example.org/a.jpg': 'https://images.example.org/a.jpg',
    'http://images.example.org/a.jpg': 'http://images.example.org/a.jpg',
    'javascript:alert(1)': undefined,
    'no url': undefined,
    [`https://images.example.org/${'a'.repeat(500)}`]: undefined,
  }))
    test(`with the image ${given.slice(0, 40)} has ${url === undefined ? 'none' : 'it'}`, async () => {
      assert.equal((await thingOf({ image: given }))?.imageUrl, url)
    })

  test('is read past what isn’t known and past the versions, comments and listings it has', async () => {
    const inner = itemOf('99', { type: 'boardgameversion', name: 'Not this' })
    const thing = await thingOf({
      name: 'This',
      more: `<newelement a="1"><b/></newelement><versions>${inner}</versions>
        <comments page="1"><comment username="u" rating="1" value="x"/></comments>
        <poll name="p"><results numplayers="2"><result value="Best" numvotes="1"/></results></poll>`,
    })
    assert.equal(thing?.displayName, 'This')
  })
})

suite('an answer', () => {
  test('may have its things in any order and fewer than asked for', async () => {
    const server = await catalogueServer({ 1: itemOf('1'), 2: itemOf('2') })
    const things = await clientOf(server)(['1', '999', '2'], signal)
    assert.deepEqual(things.map((thing) => thing.catalogId).toSorted(), ['1', '2'])
  })

  for (const [what, whole] of Object.entries({
    'is empty': itemsOf(),
    'is closed by itself and has no declaration': '<items termsofuse="https://terms.example.org"/>',
    'says that the item is invalid': itemsOf(`<item><error message='Invalid Item'/></item>`),
    'has an item without a name': itemsOf('<item type="boardgame" id="7"/>'),
    'has another thing than was asked for': itemsOf(itemOf('8')),
  }))
    test(`that ${what} has no thing`, async () => {
      const server = Object.assign(await catalogueServer(), { whole })
      assert.deepEqual(await clientOf(server)(['7'], signal), [])
    })

  test('with an error for one thing has the others', async () => {
    const whole = itemsOf('<item><error>Exception</error></item>', itemOf('8'))
    const server = Object.assign(await catalogueServer(), { whole })
    const things = await clientOf(server)(['7', '8'], signal)
    assert.deepEqual(
      things.map((thing) => thing.catalogId),
      ['8'],
    )
  })

  test('that has nothing but an error of the catalogue is a failed attempt', async () => {
    const whole = itemsOf('<item><error>Exception</error></item>')
    const server = Object.assign(await catalogueServer(), { whole })
    await assert.rejects(clientOf(server)(['7'], signal), Failed)
  })

  for (const [what, whole] of Object.entries({
    'has a DOCTYPE': `<!DOCTYPE items [<!ENTITY a "b">]>${itemsOf(itemOf('7'))}`,
    'has a doctype in small letters': `<?xml version="1.0"?><!doctype items SYSTEM "file:///etc/passwd">${itemsOf(itemOf('7'))}`,
    'is HTML after an XML declaration': `<?xml version="1.0"?>\t<div class='error'>\n error reading chunk\n</div>`,
    'is a message': '<message>Please try again later</message>',
    'is cut off': itemsOf(itemOf('7')).slice(0, -60),
    'is text': 'Internal error',
    'is nothing': '',
    'nests without end': '<items>'.repeat(5_000),
  }))
    test(`that ${what} is of a service that is down`, async () => {
      const server = Object.assign(await catalogueServer(), { whole })
      await assert.rejects(clientOf(server)(['7'], signal), Down)
    })

  for (const [what, whole] of Object.entries({
    'has more than 8 MB': itemsOf(itemOf('7'), ' '.repeat(8 * 1024 * 1024)),
  }))
    test(`that ${what} is refused`, async () => {
      const server = Object.assign(await catalogueServer(), { whole })
      await assert.rejects(clientOf(server)(['7'], signal), Unusable)
    })
})

suite('the catalogue', () => {
  test('is never asked for more than 20 things, nor for what is no id', async () => {
    const server = await catalogueServer()
    const ids = Array.from({ length: 21 }, (_, index) => String(index + 1))
    await assert.rejects(clientOf(server)(ids, signal), RangeError)
    await assert.rejects(clientOf(server)(['1&x=2'], signal), RangeError)
    assert.deepEqual(await clientOf(server)([], signal), [])
    assert.equal(server.calls.length, 0)
    assert.deepEqual(await clientOf(server)(ids.slice(1), signal), [])
    assert.equal(server.calls[0]?.length, 20)
  })

  test('that has queued the question has the answer when it is asked again', async () => {
    const server = await catalogueServer({ 7: itemOf('7') })
    server.instead.push({ status: 202, body: '<message>accepted</message>' })
    await assert.rejects(clientOf(server)(['7'], signal), stoppedFor(1, 10))
    assert.equal((await clientOf(server)(['7'], signal)).length, 1)
  })

  for (const status of [429, 500, 503])
    test(`that answers ${status} has us wait for as long as it says`, async () => {
      const server = await catalogueServer({ 7: itemOf('7') })
      server.instead.push({ status, headers: { 'retry-after': '120' } }, { status })
      await assert.rejects(clientOf(server)(['7'], signal), stoppedFor(115, 125))
      await assert.rejects(clientOf(server)(['7'], signal), stoppedFor(50, 65))
    })

  test('that says when to ask again by a date is asked then, and not years later', async () => {
    const server = await catalogueServer()
    const headers = (seconds: number) => ({
      'retry-after': new Date(Date.now() + seconds * 1000).toUTCString(),
    })
    server.instead.push({ status: 429, headers: headers(300) }, { status: 429, headers: headers(10 ** 9) })
    await assert.rejects(clientOf(server)(['7'], signal), stoppedFor(290, 310))
    await assert.rejects(clientOf(server)(['7'], signal), stoppedFor(86_300, 86_500))
  })

  test('that refuses the token stops us for an hour, and the error does not contain the token', async () => {
    const server = await catalogueServer()
    const wrong = 'wrong-secret'
    await assert.rejects(clientOf(server, wrong)(['7'], signal), (error: unknown) => {
      assert.ok(stoppedFor(3500, 3700)(error))
      assert.ok(!(error as Stopped).reason.includes(wrong))
      return true
    })
  })

  test('that redirects is not followed, so the token stays with it', async () => {
    const other = await catalogueServer({ 7: itemOf('7') })
    const server = await catalogueServer()
    const location = `${other.baseUrl}/xmlapi2/thing?id=7&stats=1`
    server.instead.push({ status: 301, headers: { location } })
    await assert.rejects(clientOf(server)(['7'], signal), Stopped)
    assert.equal(other.calls.length, 0)
  })

  test('that answers 400 won’t answer otherwise', async () => {
    const server = await catalogueServer()
    server.instead.push({ status: 400 })
    await assert.rejects(clientOf(server)(['7'], signal), Unusable)
  })

  test('that can’t be reached or answers 502 is down', async () => {
    const server = await catalogueServer()
    server.instead.push({ status: 502 })
    await assert.rejects(clientOf(server)(['7'], signal), Down)
    const nobody = catalogueOf({ baseUrl: 'http://127.0.0.1:9', token: TOKEN })
    await assert.rejects(nobody(['7'], signal), Down)
  })

  test('that never comes to the end of its answer is down', async () => {
    const server = await catalogueServer()
    server.instead.push({ status: 200, silent: true })
    const client = catalogueOf({ baseUrl: server.baseUrl, token: TOKEN, timeout: 200 })
    const answered = client(['7'], signal)
    await assert.rejects(answered, Down)
    await assert.rejects(answered, /did not answer within 0.2 seconds/)
  })

  test('is left when the signal says so', async () => {
    const server = await catalogueServer()
    const reason = new Error('enough')
    await assert.rejects(clientOf(server)(['7'], AbortSignal.abort(reason)), reason)
  })
})

/** Accepts a `Stopped` error that asks to wait for `least` to `most` seconds. */
function stoppedFor(least: number, most: number) {
  return (error: unknown) => {
    assert.ok(error instanceof Stopped)
    const seconds = ((error.until?.getTime() ?? 0) - Date.now()) / 1000
    assert.ok(seconds >= least && seconds <= most, `${seconds} s`)
    return true
  }
}

test('no text of an item breaks its limits or the reading', async () => {
  const server = await catalogueServer()
  const client = clientOf(server)
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^[&#;a-z0-9<>]{0,40}$/),
      async (name, description) => {
        const legal = name
          .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
          .replaceAll(/[\uFFFE\uFFFF]/g, '')
          .toWellFormed()
        server.items.set('7', itemOf('7', { name: `x${legal}`, description }))
        const [thing] = await client(['7'], signal)
        assert.ok(thing)
        assert.ok(thing.displayName.length <= 255 && thing.displayName.isWellFormed())
        assert.equal(thing.displayName, thing.displayName.trim())
        assert.equal(faultOfName(thing.displayName), undefined)
      },
    ),
    { numRuns: 60 },
  )
})
