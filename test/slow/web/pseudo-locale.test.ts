/**
 * Every path of the app in an invented language, whose texts are accented and a third longer. So texts that are too long, or not
 * in the catalogue, are found.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import type { Page } from 'playwright-core'
import { operations } from '../../../src/api.ts'
import { usersNamed } from '../../../src/resources/users/named.ts'
import { readRoutes } from '../../../src/pages/app/routes.ts'
import { callsOfApp, importTexts, readTexts } from '../../../src/pages/app/texts.ts'
import { deskOf, visit, shareApp, skip, withoutEvents } from '../../web/site.ts'
import { placesOf } from '../../web/table.ts'

const site = shareApp()

/** A language with the plurals of English, in which nothing is published. */
const LOCALE = 'eo'
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'àƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ']

const accented = (text: string) => text.replaceAll(/[a-z]/gi, (sign) => ACCENTED[PLAIN.indexOf(sign)] ?? sign)

/** A third longer, by words of its own, so that lines may break as in a real language. */
const longer = (text: string) => {
  const more = Math.ceil(text.trim().length * 0.3)
  return /\p{L}/u.test(text) ? `${accented(text)}${'ñóþɋŕ '.repeat(more / 5 + 1).slice(0, more)}` : text
}

function pseudo(message: string): string {
  const change = (elements: MessageFormatElement[]): MessageFormatElement[] =>
    elements.map((one) => {
      if (one.type === TYPE.literal) return { ...one, value: longer(one.value) }
      if (one.type !== TYPE.plural && one.type !== TYPE.select) return one
      const options = Object.entries(one.options).map(([name, option]) => [
        name,
        { ...option, value: change(option.value) },
      ])
      return { ...one, options: Object.fromEntries(options) }
    })
  return printAST(change(parse(message, { ignoreTag: true })))
}

test('a text is longer and accented, and its arguments are as they were', () => {
  assert.match(
    pseudo('{count, plural, one {# match} other {# matches}} of {name}'),
    /^\{count,plural,one\{# ɱàţçĥñó\} other\{# ɱàţçĥéšñóþ\}\} óƒ ñ\{name\}$/,
  )
})

test('every path at 320 px says nothing of its own, and nothing is cut off', { skip }, async (t) => {
  const base = await readTexts()
  const translated = Object.fromEntries(base.keys.map(({ key, baseText }) => [key, pseudo(baseText)]))
  await importTexts(callsOfApp(operations, site.db, usersNamed), {
    keys: base.keys,
    translations: { [LOCALE]: translated },
  })
  const bea = await site.person('Bea', ['player', 'admin'])
  const placeOf = await placesOf(site, bea)
  const { page } = await deskOf(t, site, bea, {
    locale: LOCALE,
    viewport: { width: 320, height: 740 },
  })
  await withoutEvents(page)
  /** What the service has answered: names and other data. */
  const data: string[] = []
  page.on('response', (response) => {
    if (/\/web\/(session|api)/.test(response.url()) && !response.url().includes('/messages/'))
      void response.text().then(
        (text) => data.push(text),
        () => undefined,
      )
  })
  const faults: string[] = []
  for (const { path } of await readRoutes()) {
    const at = placeOf(path)
    await visit(page, site, at)
    await page.waitForLoadState('networkidle')
    const texts = await textsOn(page)
    assert.ok(
      texts.some((text) => /[ñóþɋŕ]{3}/.test(text)),
      `${path} is in this language`,
    )
    for (const text of texts) {
      const own = wordsOf(text).filter(
        (word) => !data.some((one) => one.includes(word)) && !OF_BROWSER.has(word),
      )
      if (own.length > 0) faults.push(`${path} says ${own.join(' ')} in ${text}`)
    }
    faults.push(...(await cutOff(page)).map((what) => `${path}: ${what}`))
  }
  assert.deepEqual(faults, [])
})

/** Of two plain letters or more; names of others stand within marks of direction. */
const wordsOf = (text: string) =>
  text.replaceAll(/\u2068.*?\u2069/g, '').match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? []

/** A day of each week of a year, on all days of the week. */
const DAYS = Array.from({ length: 46 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n * 8)))
const DATES: Intl.DateTimeFormatOptions[] = [
  { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', hour12: true },
  { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
]

/** What browsers write by themselves, and names that are the same in all languages. */
const OF_BROWSER = new Set([
  'Scorebook',
  'English',
  'Deutsch',
  ...[LOCALE, 'en'].flatMap((locale) =>
    DATES.flatMap((how) => DAYS.flatMap((day) => wordsOf(new Intl.DateTimeFormat(locale, how).format(day)))),
  ),
])

/** What is read on the page, and by screen readers. */
const textsOn = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest('noscript, script, .tile')) found.push(node.data)
    for (const one of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (one.hasAttribute(name)) found.push(one.getAttribute(name))
    return [...new Set([document.title, ...found])].filter((text) => text.trim() !== '')
  })()`)

/** Sideways nothing scrolls but chips, and nothing that is read is larger than its box. */
const cutOff = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement
    const found = []
    if (root.scrollWidth > root.clientWidth) found.push((root.scrollWidth - root.clientWidth) + ' px too wide')
    for (const one of document.body.querySelectorAll('*')) {
      const style = getComputedStyle(one)
      if (one.closest('.unseen, .skip, svg, select, input, .filters, .details') || style.display === 'none') continue
      const box = one.getBoundingClientRect()
      const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
      if (!text || box.width === 0) continue
      if (style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) found.push('cut off: ' + one.outerHTML.slice(0, 120))
      if (box.right > innerWidth + 1 || box.left < -1) found.push('beyond the edge: ' + one.outerHTML.slice(0, 120))
    }
    return found
  })()`)
