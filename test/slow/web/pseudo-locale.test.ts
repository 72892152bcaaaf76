/**
 * Opens every path of the app in an invented language with accented texts that are a third longer. This finds texts that are too
 * long, or not in the catalogue.
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

/** A language with the same plural forms as English. The service has no texts in it. */
const LOCALE = 'eo'
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'àƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ']

const accented = (text: string) => text.replaceAll(/[a-z]/gi, (sign) => ACCENTED[PLAIN.indexOf(sign)] ?? sign)

/** Adds a third to a text as separate words, so that lines can break as in a real language. */
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
  /** The service's answers, which contain names and other data. */
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

/** The words of two unaccented letters or more. Names of others are left out: they stand between direction marks. */
const wordsOf = (text: string) =>
  text.replaceAll(/\u2068.*?\u2069/g, '').match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? []

/** 46 days of a year, eight days apart, so that each month and each day of the week occurs. */
const DAYS = Array.from({ length: 46 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n * 8)))
const DATES: Intl.DateTimeFormatOptions[] = [
  { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', hour12: true },
  { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
]

/** Words that browsers add by themselves, and words that are the same in all languages. */
const OF_BROWSER = new Set([
  'Scorebook',
  'English',
  'Deutsch',
  ...[LOCALE, 'en'].flatMap((locale) =>
    DATES.flatMap((how) => DAYS.flatMap((day) => wordsOf(new Intl.DateTimeFormat(locale, how).format(day)))),
  ),
])

/** The texts that people read on the page or hear from a screen reader. */
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

/** Finds text that is cut off or beyond the edge. Only filter chips may scroll sideways. */
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
