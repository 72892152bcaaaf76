/** The outbox: a match is recorded once, whatever breaks and whoever sends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, type Outcome, type Step, Outbox, isExpired } from '../../web/api/outbox.ts'
import { memoryStore } from '../../web/api/memory-store.ts'
import { newKey } from '../../client/src/keys.ts'
import { type Draft, plan, withChoice } from '../../web/drafts/plan.ts'
import { type GameFacts, newSheet } from '../../web/drafts/sheet.ts'
import { seated, seatedNew, unseated, withGame, withTyped } from '../../web/drafts/sheet-changes.ts'

const game: GameFacts = {
  id: 'game',
  displayName: 'Harbour Lights',
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
  minPlayers: 2,
  maxPlayers: 4,
}
const alma = { id: 'alma', displayName: 'Alma' }
const sheet = () => seatedNew(seated(withGame(newSheet(new Date()), game), [alma]), newKey(), 'Gus')

interface Made {
  id: string
  version: number
  status: 'DRAFT' | 'FINALIZED'
  body: { participants: { ghostPlayerId: string; score?: number }[]; [field: string]: unknown }
}

/** The parts of the service that the outbox needs: it stores answers by key, and a change needs the current version. */
function fakeService() {
  const answers = new Map<string, { request: string; outcome: Outcome }>()
  const matches = new Map<string, Made>()
  const standIns: string[] = []
  const asked: string[] = []
  let keysUsed = 0
  const refused = (status: number, detail = ''): Outcome => ({ kind: 'REFUSED', fault: { status, detail } })
  const answered = (match: Made): Outcome => ({
    kind: 'DONE',
    answer: { body: { ...shown(match) }, etag: `"${match.version}"` },
  })
  const shown = ({ id, status, body }: Made) => ({
    id,
    status,
    game,
    playedAt: body['playedAt'],
    expansions: [],
    participants: body.participants.map(({ ghostPlayerId, ...rest }) => ({
      ghostPlayer: { id: ghostPlayerId, displayName: ghostPlayerId },
      ...rest,
    })),
  })
  function perform({ operation, params, body, ifMatch }: Step): Outcome {
    if (operation === 'createGhostPlayer') {
      standIns.push((body as { displayName: string }).displayName)
      return { kind: 'DONE', answer: { body: { id: `stand-in-${standIns.length}` } } }
    }
    if (operation === 'createMatch') {
      const match: Made = {
        id: `match-${matches.size + 1}`,
        version: 1,
        status: 'DRAFT',
        body: body as Made['body'],
      }
      matches.set(match.id, match)
      return answered(match)
    }
    if (operation === 'inviteUserToGhostPlayer') {
      const { userId } = body as { userId: string }
      if (userId === 'stranger') return refused(400)
      asked.push(`${userId} about ${params?.['ghostPlayerId']}`)
      return { kind: 'DONE', answer: { body: {} } }
    }
    const match = matches.get(params?.['matchId'] ?? '')
    if (!match) return refused(404)
    if (operation === 'getMatch') return answered(match)
    if (ifMatch !== '*' && ifMatch !== `"${match.version}"`) return refused(412)
    if (match.status === 'FINALIZED') return refused(409, 'A finalized match changes through edits.')
    match.version++
    if (operation === 'finalizeMatch') match.status = 'FINALIZED'
    else if (operation === 'deleteMatch') matches.delete(match.id)
    else Object.assign(match.body, body)
    return answered(match)
  }
  return {
    matches,
    standIns,
    asked,
    get keysUsed() {
      return keysUsed
    },
    async send(step: Step): Promise<Outcome> {
      await pause()
      const request = JSON.stringify([step.operation, step.params, step.body])
      const known = answers.get(step.key)
      if (known) return known.request === request ? known.outcome : refused(422)
      keysUsed++
      const outcome = perform(step)
      if (outcome.kind === 'DONE' && step.operation !== 'getMatch')
        answers.set(step.key, { request, outcome })
      await pause()
      return outcome
    },
  }
}

type Service = ReturnType<typeof fakeService>

/** Waits at random, so that each race can end in every way. */
const pause = async () => {
  for (let left = Math.floor(Math.random() * 4); left > 0; left--) await new Promise(setImmediate)
}

interface World {
  service: Service
  store: ReturnType<typeof memoryStore<Entry<Draft>>>
  clock: { now: number }
  user: { id: string | undefined }
  ended: string[]
}

const world = (): World => ({
  service: fakeService(),
  store: memoryStore<Entry<Draft>>(),
  clock: { now: Date.now() },
  user: { id: 'user' },
  ended: [],
})

/** An outbox without a lock. The lock only keeps the order; without it, a match must still be recorded only once. */
const tab = (of: World, send: (step: Step) => Promise<Outcome> = (step) => of.service.send(step)) =>
  new Outbox<Draft>({
    store: of.store,
    plan,
    send,
    alone: (work) => work(),
    user: () => of.user.id,
    newKey: () => newKey(of.clock.now),
    now: () => of.clock.now,
    changed: (_id, done) => void (done && of.ended.push(done.match?.id ?? '')),
  })

const finishing = (): Draft => ({ sheet: sheet(), finishing: true })

test('a match with somebody new is made, finished, and gone from the device', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', finishing())
  await outbox.send()
  assert.deepEqual(here.ended, ['match-1'])
  assert.deepEqual(await outbox.entries(), [])
  assert.deepEqual(here.service.standIns, ['Gus'])
  assert.equal(here.service.matches.get('match-1')?.status, 'FINALIZED')
})

test('members who are new at the table are asked before the end, and a refusal stops nothing', async () => {
  const here = world()
  const outbox = tab(here)
  const members = ['carol', 'stranger', 'dora'].reduce(
    (was, userId) => seatedNew(was, newKey(), userId, userId),
    sheet(),
  )
  await outbox.add('one', { sheet: members })
  await outbox.send()
  assert.deepEqual(here.service.asked, [], 'nobody is asked about a draft')
  const dora = (await outbox.entries())[0]?.value.sheet.seats.find(({ name }) => name === 'dora')
  await outbox.edit('one', (draft) => ({
    ...draft,
    sheet: unseated(draft.sheet, dora?.key ?? ''),
    finishing: true,
  }))
  await outbox.send()
  assert.deepEqual(here.service.asked, ['carol about stand-in-2'])
  assert.deepEqual(here.ended, ['match-1'])
})

test('two tabs that send at once record one match, in every order', async () => {
  for (let round = 0; round < 300; round++) {
    const here = world()
    const tabs = [tab(here), tab(here), tab(here)]
    await tabs[0]?.add('one', finishing())
    await Promise.all(tabs.map((one) => one.send({ now: true })))
    for (const one of tabs) await one.send({ now: true })
    assert.equal(here.service.matches.size, 1, `round ${round}`)
    assert.deepEqual(here.service.standIns, ['Gus'], `round ${round}`)
    assert.equal(here.service.keysUsed, 3, `round ${round}: a stand-in, a match, its end`)
    assert.deepEqual(await tabs[0]?.entries(), [])
  }
})

test('two tabs that write and send at once lose nothing', async () => {
  for (let round = 0; round < 100; round++) {
    const here = world()
    const [one, other] = [tab(here), tab(here)]
    await one.add('one', { sheet: sheet() })
    const typing = async (outbox: typeof one, key: string, scores: string[]) => {
      for (const score of scores) {
        await outbox.edit('one', (draft) => ({ ...draft, sheet: withTyped(draft.sheet, key, score) }))
        await pause()
        void outbox.send({ now: true })
      }
    }
    const [, gus] = (await one.entries())[0]?.value.sheet.seats ?? []
    await Promise.all([typing(one, 'alma', ['4', '42', '42+6']), typing(other, gus?.key ?? '', ['5', '57'])])
    await one.edit('one', (draft) => ({ ...draft, finishing: true }))
    for (let n = 0; n < 4; n++) await Promise.all([one.send({ now: true }), other.send({ now: true })])
    assert.equal(here.service.matches.size, 1)
    const [match] = here.service.matches.values()
    assert.equal(match?.status, 'FINALIZED', `round ${round}`)
    assert.deepEqual(
      match?.body.participants.map(({ score }) => score),
      [48, 57],
      `round ${round}`,
    )
  }
})

test('an answer that is lost at any step is asked for again, and nothing is done twice', async () => {
  for (let lost = 1; lost <= 3; lost++)
    for (const when of ['BEFORE', 'AFTER'] as const) {
      const here = world()
      let count = 0
      const outbox = tab(here, async (step) => {
        const breaks = ++count === lost
        const later: Outcome = { kind: 'LATER', offline: true }
        if (breaks && when === 'BEFORE') return later
        const outcome = await here.service.send(step)
        return breaks ? later : outcome
      })
      await outbox.add('one', finishing())
      await outbox.send()
      assert.equal((await outbox.entries()).length, 1)
      // A minute later, another tab sends, as after a reload.
      here.clock.now += 60_000
      await tab(here).send()
      assert.equal(here.service.matches.size, 1, `${when} ${lost}`)
      assert.equal(here.service.standIns.length, 1, `${when} ${lost}`)
      assert.deepEqual(await outbox.entries(), [])
    }
})

test('what is written while a step has no answer is sent after it', async () => {
  const here = world()
  let breaks = true
  const outbox = tab(here, async (step) => {
    const outcome = await here.service.send(step)
    return breaks && step.operation === 'createMatch' ? { kind: 'LATER', offline: true } : outcome
  })
  await outbox.add('one', { sheet: sheet() })
  await outbox.send()
  await outbox.edit('one', (draft) => ({
    ...draft,
    finishing: true,
    sheet: withTyped(draft.sheet, 'alma', '42'),
  }))
  breaks = false
  await outbox.send({ now: true })
  const [match, ...others] = here.service.matches.values()
  assert.deepEqual(others, [])
  assert.equal(match?.body.participants[0]?.score, 42)
  assert.equal(match?.status, 'FINALIZED')
})

test('somebody new at two tables of an evening becomes one stand-in', async () => {
  const here = world()
  const outbox = tab(here)
  const first = finishing()
  const gus = first.sheet.seats[1]
  await outbox.add('one', first)
  const second = seatedNew(seated(withGame(newSheet(new Date()), game), [alma]), gus?.key ?? '', 'Gus')
  await outbox.add('two', { sheet: second, finishing: true })
  await outbox.send()
  assert.equal(here.service.matches.size, 2)
  assert.deepEqual(here.service.standIns, ['Gus'])
  const ids = [...here.service.matches.values()].map(({ body }) => body.participants[1]?.ghostPlayerId)
  assert.deepEqual(ids, ['stand-in-1', 'stand-in-1'])
})

test('a service that asks to wait is not asked before, not even when the network is back', async () => {
  const here = world()
  let calls = 0
  const outbox = tab(here, () => {
    calls++
    return Promise.resolve({ kind: 'LATER', offline: false, retryAfter: 60 })
  })
  await outbox.add('one', finishing())
  await outbox.send()
  await outbox.send({ now: true })
  assert.equal(calls, 1)
  here.clock.now += 61_000
  await outbox.send()
  assert.equal(calls, 2)
})

test('without network it is tried again when that is back, and by itself after a while', async () => {
  const here = world()
  let calls = 0
  const outbox = tab(here, () => {
    calls++
    return Promise.resolve({ kind: 'LATER', offline: true })
  })
  await outbox.add('one', finishing())
  await outbox.send()
  await outbox.send()
  assert.equal(calls, 1, 'not at once')
  await outbox.send({ now: true })
  assert.equal(calls, 2)
  for (let n = 0; n < 10; n++) {
    here.clock.now += 30_000
    await outbox.send()
  }
  assert.equal(calls, 12, 'every 30 s')
})

test('what the service refuses waits for the person, and a change tries it again', async () => {
  const here = world()
  let refuses = true
  const outbox = tab(here, (step) => {
    if (!refuses || step.operation !== 'createMatch') return here.service.send(step)
    const violations = [{ field: 'participants[0].score', message: 'no' }]
    return Promise.resolve({ kind: 'REFUSED', fault: { status: 400, detail: 'No.', violations } })
  })
  await outbox.add('one', finishing())
  await outbox.send()
  const [entry] = await outbox.entries()
  assert.equal(entry?.fault?.violations?.[0]?.field, 'participants[0].score')
  assert.equal(entry?.step, undefined, 'what was refused was not done: another key is as good')
  refuses = false
  await outbox.send({ now: true })
  assert.equal(here.service.matches.size, 0, 'it waits')
  await outbox.edit('one', (draft) => draft)
  await outbox.send()
  assert.equal(here.service.matches.size, 1)
})

test('another person on the device neither sees nor sends nor changes it', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', finishing())
  for (const id of ['somebody else', undefined]) {
    here.user.id = id
    assert.deepEqual(await outbox.entries(), [])
    await outbox.send({ now: true })
    await outbox.edit('one', () => ({ sheet: sheet() }))
    await outbox.again('one')
  }
  assert.equal(here.service.keysUsed, 0)
  here.user.id = 'user'
  assert.equal((await outbox.entries())[0]?.value.finishing, true)
  await outbox.send({ now: true })
  assert.equal(here.service.matches.size, 1)
})

test('a step that has waited too long is not sent with its key, and sent as a new one when the person says so', async () => {
  const here = world()
  let offline = true
  const outbox = tab(here, (step) =>
    offline ? Promise.resolve({ kind: 'LATER', offline: true } as const) : here.service.send(step),
  )
  await outbox.add('one', finishing())
  await outbox.send()
  const [before] = await outbox.entries()
  here.clock.now += 29 * 86_400_000
  offline = false
  await outbox.send({ now: true })
  const [entry] = await outbox.entries()
  assert.ok(isExpired(entry?.fault))
  assert.equal(here.service.keysUsed, 0)
  await outbox.edit('one', (draft) => draft)
  await outbox.send({ now: true })
  assert.equal(here.service.keysUsed, 0, 'a change alone does not send it')
  await outbox.again('one')
  assert.equal(here.service.matches.size, 1)
  assert.notEqual(before?.step?.key, undefined)
})

const changedElsewhere = (here: World, change: (match: Made) => void) => {
  const match = here.service.matches.get('match-1')
  assert.ok(match)
  change(match)
  match.version++
}

test('a match that was changed elsewhere is merged, and finished', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', { sheet: sheet() })
  await outbox.send()
  changedElsewhere(here, ({ body }) => {
    body.participants = body.participants.map((one, n) => (n === 1 ? { ...one, score: 57 } : one))
  })
  await outbox.edit('one', (draft) => ({
    ...draft,
    finishing: true,
    sheet: withTyped(draft.sheet, 'alma', '42+6'),
  }))
  await outbox.send()
  const match = here.service.matches.get('match-1')
  assert.deepEqual(
    match?.body.participants.map(({ score }) => score),
    [48, 57],
  )
  assert.equal(match?.status, 'FINALIZED')
})

test('the same changed here and elsewhere waits for a choice, and goes on with it', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', { sheet: sheet() })
  await outbox.send()
  changedElsewhere(here, ({ body }) => {
    body.participants = body.participants.map((one, n) => (n === 0 ? { ...one, score: 11 } : one))
  })
  await outbox.edit('one', (draft) => ({
    ...draft,
    finishing: true,
    sheet: withTyped(draft.sheet, 'alma', '10'),
  }))
  await outbox.send()
  const [entry] = await outbox.entries()
  assert.deepEqual(
    entry?.value.clash?.clashes.map(({ field }) => field),
    ['score alma'],
  )
  assert.equal(here.service.matches.get('match-1')?.status, 'DRAFT')
  await outbox.edit('one', (draft) => withChoice(draft, { 'score alma': 11 }))
  await outbox.send()
  const match = here.service.matches.get('match-1')
  assert.equal(match?.body.participants[0]?.score, 11)
  assert.equal(match?.status, 'FINALIZED')
})

test('a match that was finished elsewhere is done if nothing is lost; otherwise the person is asked', async () => {
  for (const [typed, end] of [
    ['', undefined],
    ['5', 'ELSEWHERE'],
  ] as const) {
    const here = world()
    const outbox = tab(here)
    await outbox.add('one', { sheet: sheet() })
    await outbox.send()
    changedElsewhere(here, (match) => (match.status = 'FINALIZED'))
    await outbox.edit('one', (draft) => ({
      ...draft,
      finishing: true,
      sheet: withTyped(draft.sheet, 'alma', typed),
    }))
    await outbox.send()
    const [entry] = await outbox.entries()
    assert.equal(entry?.value.end, end)
    assert.deepEqual(here.ended, end === undefined ? ['match-1'] : [])
  }
})

test('a draft that was deleted elsewhere keeps what was written here', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', { sheet: sheet() })
  await outbox.send()
  here.service.matches.clear()
  await outbox.edit('one', (draft) => ({ ...draft, sheet: withTyped(draft.sheet, 'alma', '5') }))
  await outbox.send()
  const [entry] = await outbox.entries()
  assert.equal(entry?.value.end, 'GONE')
  assert.equal(entry?.value.sheet.seats[0]?.typed, '5')
})

test('what is discarded goes here and there, or only here where the service never had it', async () => {
  const here = world()
  const outbox = tab(here)
  await outbox.add('one', { sheet: sheet() })
  await outbox.send()
  await outbox.edit('one', (draft) => ({ ...draft, discarded: true }))
  await outbox.send()
  assert.equal(here.service.matches.size, 0)
  await outbox.add('two', { sheet: newSheet(new Date()) })
  await outbox.edit('two', (draft) => ({ ...draft, discarded: true }))
  assert.deepEqual(await outbox.entries(), [])
})

test('a match that cannot be finished says why, and is not asked for ever', async () => {
  const here = world()
  let calls = 0
  const outbox = tab(here, (step) => {
    calls++
    if (step.operation !== 'finalizeMatch') return here.service.send(step)
    const detail = 'You are no longer a member of the community of this match.'
    return Promise.resolve({ kind: 'REFUSED', fault: { status: 409, detail } })
  })
  await outbox.add('one', finishing())
  await outbox.send()
  const [entry] = await outbox.entries()
  assert.match(entry?.fault?.detail ?? '', /no longer a member/)
  assert.equal(calls, 5, 'a stand-in, a match, its end, a look, its end')
})
