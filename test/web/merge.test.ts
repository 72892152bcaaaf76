/** Merging field by field, and saving the result: another person's change is never lost, and nobody is asked without need. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { changes, merge, same } from '../../web/parts/changes/merge.ts'
import { type Saving, saveByField } from '../../web/parts/changes/save.ts'

type Form = { name: string; tags: string[]; note?: string | null | undefined }

const before: Form = { name: 'Harbour', tags: ['sea'] }

test('a change by one person stays; the same change by both is no clash', () => {
  assert.deepEqual(merge(before, { ...before, name: 'Port' }, { ...before, tags: ['sea', 'new'] }), {
    values: { name: 'Port', tags: ['sea', 'new'] },
    clashes: [],
  })
  assert.deepEqual(merge(before, { ...before, name: 'Port' }, { ...before, name: 'Port' }).clashes, [])
  assert.deepEqual(merge(before, { ...before, note: null }, { ...before, note: 'new' }).values.note, 'new')
})

test('a field that both changed is one choice, and mine until it is made', () => {
  const { values, clashes } = merge(before, { ...before, name: 'Port' }, { ...before, name: 'Quay' })
  assert.deepEqual(clashes, [{ field: 'name', before: 'Harbour', mine: 'Port', now: 'Quay' }])
  assert.equal(values.name, 'Port')
  const cleared = merge({ ...before, note: 'old' }, { ...before, note: null }, { ...before, note: 'new' })
  assert.deepEqual(cleared.clashes, [{ field: 'note', before: 'old', mine: null, now: 'new' }])
})

test('every field ends as mine, as theirs, or in a clash: none as it was where one changed it', () => {
  const value = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined })
  const form = fc.record({ x: value, y: value, z: value })
  fc.assert(
    fc.property(form, form, form, (was, mine, now) => {
      const { values, clashes } = merge(was, mine, now)
      for (const field of ['x', 'y', 'z'] as const) {
        const [w, m, n] = [was[field], mine[field], now[field]]
        const clash = clashes.some((found) => found.field === field)
        assert.equal(clash, !same(m, w) && !same(n, w) && !same(m, n))
        assert.ok(same(values[field], same(m, w) ? n : m))
      }
    }),
  )
})

test('values compare as JSON: null is absent, and the order of keys says nothing', () => {
  assert.ok(same(undefined, null))
  assert.ok(same({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }))
  assert.ok(!same([1, 2], [2, 1]))
  assert.deepEqual(changes(before, { ...before, tags: ['sea'], note: 'x' }), { note: 'x' })
})

class Stale extends Error {}

/** A resource that others change: each of `others` comes before one send. */
function resource(others: Partial<Form>[]) {
  const state = { body: before, version: 0, sent: [] as Partial<Form>[] }
  const saving = (mine: Form, ask: Saving<Form, Form>['ask']): Saving<Form, Form> => ({
    before,
    mine,
    etag: '0',
    fieldsOf: (body) => body,
    read: () => Promise.resolve({ body: state.body, etag: String(state.version) }),
    send(changed, etag) {
      const other = others.shift()
      if (other) {
        state.body = { ...state.body, ...other }
        state.version++
      }
      if (etag !== String(state.version)) return Promise.reject(new Stale())
      state.sent.push(changed)
      state.body = { ...state.body, ...changed }
      return Promise.resolve({ body: state.body, etag: String(++state.version) })
    },
    ask,
    isStale: (error) => error instanceof Stale,
  })
  return { state, saving }
}

const nobodyAsked = () => assert.fail('Nobody must be asked.')

test('a change beside mine is taken over without a question', async () => {
  const { state, saving } = resource([{ tags: ['new'] }])
  const saved = await saveByField(saving({ ...before, name: 'Port' }, nobodyAsked))
  assert.deepEqual(saved, { body: { name: 'Port', tags: ['new'] }, taken: ['tags'] })
  assert.deepEqual(state.sent, [{ name: 'Port' }])
})

test('where the version is not known, the resource is read before anything is sent', async () => {
  const { state, saving } = resource([])
  state.body = { name: 'Quay', tags: ['new'] }
  const mine = { ...before, name: 'Port' }
  assert.equal(
    await saveByField({ ...saving(mine, () => Promise.resolve(undefined)), etag: undefined }),
    undefined,
  )
  const saved = await saveByField({ ...saving({ ...before, note: 'x' }, nobodyAsked), etag: undefined })
  assert.deepEqual(saved, { body: { name: 'Quay', tags: ['new'], note: 'x' }, taken: ['name', 'tags'] })
  assert.deepEqual(state.sent, [{ note: 'x' }])
})

test('a clash is asked about, each time that it is new', async () => {
  const asked: unknown[] = []
  const { state, saving } = resource([{ name: 'Quay' }, { name: 'Pier' }])
  const saved = await saveByField(
    saving({ ...before, name: 'Port' }, ([clash]) => {
      asked.push(clash?.now)
      return Promise.resolve({ name: 'Port' })
    }),
  )
  assert.deepEqual(asked, ['Quay', 'Pier'])
  assert.deepEqual(saved, { body: { ...before, name: 'Port' }, taken: [] })
  assert.deepEqual(state.sent, [{ name: 'Port' }])
})

test('whoever takes the other value changes nothing, and whoever gives up neither', async () => {
  const taken = resource([{ name: 'Quay' }])
  const saved = await saveByField(
    taken.saving({ ...before, name: 'Port' }, ([clash]) => Promise.resolve({ name: clash?.now as string })),
  )
  assert.deepEqual(saved, { body: { ...before, name: 'Quay' }, taken: ['name'] })
  const left = resource([{ name: 'Quay' }])
  assert.equal(
    await saveByField(left.saving({ ...before, name: 'Port' }, () => Promise.resolve(undefined))),
    undefined,
  )
  assert.deepEqual([taken.state.sent, left.state.sent], [[], []])
})

test('other refusals go to the page, and so does one that never ends', async () => {
  const { saving } = resource(Array.from({ length: 9 }, (_, n) => ({ tags: [String(n)] })))
  await assert.rejects(saveByField(saving({ ...before, name: 'Port' }, nobodyAsked)), Stale)
  const failing = { ...saving(before, nobodyAsked), send: () => Promise.reject(new Error('no')) }
  await assert.rejects(saveByField(failing), /no/)
})
