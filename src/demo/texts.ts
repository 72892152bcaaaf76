/** Adds an application with translations in every state: published, draft, outdated, invalid and missing. */
import type { Queryable } from '../db/database.ts'
import type { UserCaller } from '../http/caller.ts'
import * as applications from '../messages/applications/store.ts'
import { type Argument, asksOf } from '../messages/arguments.ts'
import { readMessage } from '../messages/icu.ts'
import { importKeys } from '../messages/keys/import.ts'
import { publish, writeDraft } from '../messages/translations/changes.ts'
import { lockKey } from '../messages/translations/store.ts'

const APPLICATION = 'table-companion'

interface Key {
  key: string
  baseText: string
  description?: string
  arguments: Argument[]
}

const count: Argument = { name: 'count', type: 'NUMBER' }
const name: Argument = { name: 'name', type: 'ANY' }

const KEYS: Key[] = [
  { key: 'menu.record', baseText: 'Record a match', description: 'The button on every page', arguments: [] },
  { key: 'menu.history', baseText: 'History', arguments: [] },
  { key: 'menu.people', baseText: 'People', arguments: [] },
  {
    key: 'table.players',
    baseText: '{count, plural, one {# player} other {# players}}',
    description: 'Above the list of players',
    arguments: [count],
  },
  { key: 'table.winner', baseText: '{name} wins', arguments: [name] },
  { key: 'table.tie', baseText: 'A tie', arguments: [] },
  {
    key: 'draft.waits',
    baseText: '{count, plural, one {# draft waits} other {# drafts wait}}',
    arguments: [count],
  },
  { key: 'greeting', baseText: 'Good evening, {name}', arguments: [name] },
  {
    key: 'match.day',
    baseText: 'Played on {day, date, long}',
    arguments: [{ name: 'day', type: 'DATE' }],
  },
  {
    key: 'match.mood',
    baseText: '{mood, select, close {A close one} other {A clear win}}',
    arguments: [{ name: 'mood', type: 'STRING' }],
  },
  { key: 'table.seats', baseText: 'Seats: {count, number}', arguments: [count] },
  { key: 'old.banner', baseText: 'New: dark colours', arguments: [] },
]

const CHANGED: Record<string, Partial<Key>> = {
  'table.tie': { baseText: 'Nobody wins: a tie' },
  greeting: { baseText: 'Good evening, {player}', arguments: [{ name: 'player', type: 'ANY' }] },
  'table.seats': {
    baseText: 'Seats: {count, select, one {one} other {some}}',
    arguments: [{ name: 'count', type: 'STRING' }],
  },
}

const LATER: Key[] = KEYS.filter(({ key }) => key !== 'old.banner').map((one) =>
  Object.assign({}, one, CHANGED[one.key]),
)

interface Text {
  locale: string
  key: string
  text: string
  state: 'DRAFT' | 'PUBLISHED' | 'PUBLISHED_WITH_DRAFT'
}

const TEXTS: Text[] = [
  { locale: 'de', key: 'menu.record', text: 'Partie eintragen', state: 'PUBLISHED' },
  { locale: 'de', key: 'menu.history', text: 'Verlauf', state: 'PUBLISHED' },
  { locale: 'de', key: 'menu.people', text: 'Leute', state: 'PUBLISHED_WITH_DRAFT' },
  {
    locale: 'de',
    key: 'table.players',
    text: '{count, plural, one {# Person} other {# Personen}}',
    state: 'PUBLISHED',
  },
  { locale: 'de', key: 'table.winner', text: '{name} gewinnt', state: 'DRAFT' },
  { locale: 'de', key: 'table.tie', text: 'Unentschieden', state: 'PUBLISHED' },
  { locale: 'de', key: 'greeting', text: 'Guten Abend, {name}', state: 'PUBLISHED' },
  { locale: 'de', key: 'match.day', text: 'Gespielt am {day, date, long}', state: 'PUBLISHED' },
  { locale: 'de', key: 'table.seats', text: 'Plätze: {count, number}', state: 'PUBLISHED' },
  { locale: 'de', key: 'old.banner', text: 'Neu: dunkle Farben', state: 'PUBLISHED' },
  { locale: 'pl', key: 'menu.record', text: 'Zapisz partię', state: 'PUBLISHED' },
  { locale: 'pl', key: 'menu.history', text: 'Historia', state: 'DRAFT' },
  {
    locale: 'pl',
    key: 'table.players',
    text: '{count, plural, one {# osoba} few {# osoby} many {# osób} other {# osoby}}',
    state: 'DRAFT',
  },
  { locale: 'fr', key: 'menu.record', text: 'Noter une partie', state: 'DRAFT' },
]

export async function addTexts(tx: Queryable, callers: UserCaller[]): Promise<void> {
  const [, , translator, owner] = callers
  await applications.insert(tx, {
    applicationId: APPLICATION,
    displayName: 'Table Companion',
    description: 'Scores at the table, on a phone.',
    baseLocale: 'en',
  })
  await importKeys(tx, APPLICATION, { baseLocale: 'en', keys: KEYS }, { dryRun: false })
  for (const { locale, key, text, state } of TEXTS) {
    const place = { applicationId: APPLICATION, messageKey: key, locale }
    await draft(tx, place, text, translator)
    if (state === 'DRAFT') continue
    await publish(tx, place, owner?.userId)
    if (state === 'PUBLISHED_WITH_DRAFT') await draft(tx, place, 'Menschen', translator)
  }
  await importKeys(tx, APPLICATION, { baseLocale: 'en', keys: LATER }, { dryRun: false })
}

async function draft(
  tx: Queryable,
  place: { applicationId: string; messageKey: string; locale: string },
  text: string,
  by: UserCaller | undefined,
): Promise<void> {
  const { uses } = readMessage(text)
  if (!uses) throw new Error(`The demo's text for ${place.messageKey} is not ICU MessageFormat.`)
  await writeDraft(tx, await tx.one(lockKey(place)), place, { text, asks: asksOf(uses), by: by?.userId })
}
