/** What strangers can do to the streams of others: reconnect again and again, have many followers, or open many streams. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { EventFeed } from '../../src/events/feed.ts'
import { EventIds } from '../../src/events/ids.ts'
import { PAGE, head, number } from '../../src/events/log.ts'
import type { Caller } from '../../src/http/caller.ts'
import { Stream } from '../../src/http/streams/stream.ts'
import { MOST_OF_ADDRESS, Streams } from '../../src/http/streams/streams.ts'
import { idOf } from '../support.ts'
import { waitFor } from '../wait-for.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
function feedOf(t: TestContext, db: Database) {
  const failures: object[] = []
  const ids = new EventIds(createSecretKey(randomBytes(32)))
  const feed = new EventFeed(db, ids, (_, facts) => failures.push(facts))
  t.after(() => feed.close())
  return { feed, ids, failures }
}

/** A stream whose client reads everything at once. Calls `got` after each page. */
function streamOf({ userId, scopes }: Pick<Caller, 'userId' | 'scopes'>, got: () => void = () => {}): Stream {
  class ReadAtOnce extends Stream {
    override get isSlow(): boolean {
      return false
    }
    override write(frames: string, events = 0): void {
      super.write(frames, events)
      if (events > 0) got()
    }
  }
  const caller = { key: randomUUID(), userId, scopes, erased: false } as Caller
  return new ReadAtOnce(rawAnswer(), caller)
}

const rawAnswer = () => new ServerResponse(new IncomingMessage(new Socket()))

async function addEvents(id: string, many: number): Promise<void> {
  await service.db.many(sql`
    insert into events (kind, subject_id, version)
    select 'game.updated', ${id}, n from generate_series(1, ${many}::int) n`)
  while ((await number(service.db)) > 0);
}

test('clients that come back to an old place again and again hold nobody up', async (t) => {
  const { feed, ids } = feedOf(t, service.db)
  const { id } = await world.game()
  await number(service.db)
  const old = ids.of(await service.db.one(head))
  await addEvents(id, 20 * PAGE)
  const later = ids.of(await service.db.one(head))
  await addEvents(id, 6 * PAGE)
  const scopes = new Set(['svc-engine:game-read'])
  const back = streamOf({ userId: await idOf(world.alice), scopes })
  let pages = 0
  const comeAgain = () => {
    const stream = streamOf({ userId: randomUUID(), scopes }, () => {
      pages++
      feed.leave(stream)
      if (back.events < 6 * PAGE && pages < 100) comeAgain()
    })
    feed.follow(stream, old)
  }
  comeAgain()
  feed.follow(back, later)
  await waitFor('the end', () => pages === 100 || back.events >= 6 * PAGE)
  assert.equal(back.events, 6 * PAGE)
})

test('a page with too many followers for one statement is divided', async (t) => {
  const community = await world.community('OPEN')
  const member = await world.newcomer()
  assert.equal((await member.post(`/communities/${community.id}/memberships`)).status, 201)
  // For each event of a member, the service must check about 5,000 other people.
  await service.db.many(sql`
    with people as (
      insert into users (id, issuer, subject, display_name)
      select gen_random_uuid(), 'many', n::text, 'Member ' || n from generate_series(1, 5000) n
      returning id, display_name, created_at
    ), players as (
      insert into canonical_players (id, user_id, sort_name)
      select gen_random_uuid(), id, display_name from people returning id, user_id
    )
    insert into memberships (id, community_id, user_id, canonical_player_id, user_name, user_created_at)
    select gen_random_uuid(), ${community.id}, u.id, p.id, u.display_name, u.created_at
    from people u join players p on p.user_id = u.id`)
  const db = new Database(service.connection, { statementTimeout: 300 })
  const { feed, failures } = feedOf(t, db)
  t.after(() => db.close())
  const stream = streamOf({ userId: await idOf(member), scopes: new Set(['svc-engine:user-read']) })
  feed.follow(stream, undefined)
  await waitFor('the begin', () => feed.heartbeat(stream).includes('id'))
  await service.db.many(sql`
    insert into events (kind, subject_id, version)
    select 'user.updated', u.id, 1 from users u where u.issuer = 'many' limit ${PAGE}`)
  await waitFor('all events', () => {
    stream.checkedAt = Date.now()
    feed.committed()
    return stream.events >= PAGE
  })
  assert.equal(stream.events, PAGE)
  assert.ok(failures.length > 0, 'a whole page was not too much')
})

test('an address has a limit of its own, and a stream that ends makes room', () => {
  const streams = new Streams({ follow() {}, leave() {}, heartbeat: () => '' })
  try {
    const open = (n: number, address: string | undefined) => {
      const caller = { key: `caller ${n}` } as Caller
      const raw = rawAnswer()
      streams.mustHaveRoom(caller, address)
      streams.begin(raw, {}, { caller, address, again: () => caller, after: undefined, withoutBody: false })
      return raw
    }
    const raws = Array.from({ length: MOST_OF_ADDRESS }, (_, n) => open(n, '192.0.2.1'))
    assert.throws(() => open(-1, '192.0.2.1'), /from this address already/)
    open(-1, '192.0.2.2')
    for (let n = 0; n <= MOST_OF_ADDRESS; n++) open(-2 - n, undefined)
    raws[0]?.emit('close')
    open(-1, '192.0.2.1')
    assert.throws(() => open(-1, '192.0.2.1'), /from this address already/)
  } finally {
    streams.close()
  }
})
