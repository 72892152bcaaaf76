/** Hostile and broken files of XLIFF: each is refused with one sentence, or read, and nothing is half done. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { newApplication, newXliff } from './recipes.ts'
import { testWorld } from '../world.ts'
import { ROUNDS } from '../races/statuses.ts'

const { world } = await testWorld()
const owner = world.editor
let app: string

before(async () => {
  app = `/applications/${(await newApplication(owner)).id}`
  const keys = ['menu.new', 'menu.old'].map((key) => ({ key, baseText: key, arguments: [] }))
  assert.equal((await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys })).status, 200)
})

const send = (file: string | Buffer) =>
  owner.post(`${app}/locales/de/import/xliff`, file, { 'content-type': 'application/xliff+xml' })

const unit = (key: string, target = 'neu', source = key) =>
  `<unit id="${key}"><segment><source>${source}</source><target>${target}</target></segment></unit>`

const good = newXliff(unit('menu.new') + unit('menu.old'))

const REFUSED: [what: string, file: string | Buffer, sentence: RegExp][] = [
  ['nothing', '', /body is empty/],
  ['blanks', '  \n ', /is no XML/],
  ['no XML', 'PK\u0003\u0004', /is no XML/],
  ['bytes', Buffer.from([0x3c, 0xff, 0xfe, 0xff]), /not in UTF-8/],
  ['half a file', good.slice(0, good.length / 2), /before the element "\w+" is closed.*\(line \d+\)/],
  ['a file without its last line', good.replace('</xliff>', ''), /before the element "xliff" is closed/],
  ['half a tag', good.slice(0, good.indexOf('<file') + 8), /before the element "xliff" is closed/],
  ['wrong nesting', newXliff('<unit id="a"><segment></unit></segment>'), /before the element "segment"/],
  [
    'an entity that is a file',
    `<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>${newXliff(unit('menu.new', '&x;'))}`,
    /declares a document type/,
  ],
  [
    'entities that grow',
    `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${good}`,
    /declares a document type/,
  ],
  ['an entity alone', newXliff(`<!ENTITY a "b">${unit('menu.new')}`), /declares a document type/],
  ['an unknown entity', newXliff(unit('menu.new', '&nbsp;')), /"&nbsp;", which XML does not know/],
  ['a plain ampersand', newXliff(unit('menu.new', 'A & B')), /write &amp; for an ampersand/],
  ['character zero', newXliff(unit('menu.new', '&#0;')), /"&#0;", which XML does not know/],
  ['half of a pair', newXliff(unit('menu.new', '&#xd800;')), /"&#xd800;"/],
  ['a NUL', newXliff(unit('menu.new', 'a\u0000b')), /control character.* \(line \d+\)/],
  ['a cp of nothing', newXliff(unit('menu.new', '<cp/>')), /"cp" without a character/],
  ['a cp of zero', newXliff(unit('menu.new', '<cp hex="0000"/>')), /"cp" without a character/],
  [
    'a placeholder',
    newXliff(unit('menu.new', 'a <ph id="1"/>')),
    /element "ph" in a text of the key "menu.new"/,
  ],
  ['deep nesting', newXliff('<group>'.repeat(100_000)), /more than 50 levels deep/],
  ['many attributes', newXliff(`<unit ${attributes(1000)}/>`), /more than 100 attributes/],
  ['a long text', newXliff(unit('menu.new', 'x'.repeat(4001))), /more than 4,000 characters.*"menu.new"/],
  ['a huge text', newXliff(unit('menu.new', 'x'.repeat(10_000_000))), /more than 4,000 characters/],
  ['many segments', newXliff(segments(500_000)), /more than 4,000 characters/],
  ['many units', newXliff(units(10_001)), /more than 10,000 units/],
  ['a key twice', newXliff(unit('menu.new') + unit('menu.new')), /"menu.new" twice, first in line 4/],
  ['no key', newXliff(unit('menu new')), /name "menu new", which is no key/],
  ['a half translated key', newXliff(halfTranslated()), /"menu.new" translated in part/],
  ['XLIFF 1.2', good.replace('version="2.0"', 'version="1.2"'), /is XLIFF "1.2"/],
  ['another document', '<html><body/></html>', /begins with "html"/],
  ['a second document', good + good.slice(good.indexOf('<xliff')), /more than one document/],
  ['no language', good.replace('trgLang="de"', ''), /no srcLang or no trgLang/],
  [
    'another language',
    good.replace('trgLang="de"', 'trgLang="fr"'),
    /trgLang is "fr", but this import is for the locale de/,
  ],
  ['a long language', good.replace('trgLang="de"', `trgLang="${'x'.repeat(4_000)}"`), /trgLang is "x{100}…"/],
  [
    'a huge attribute',
    good.replace('"de"', `"${'&amp;'.repeat(12_000_000)}"`),
    /attribute of more than 4,000/,
  ],
  [
    'huge CDATA',
    newXliff(unit('menu.new', `<![CDATA[${'&'.repeat(50_000_000)}]]>`)),
    /more than 4,000 characters/,
  ],
  [
    'two applications',
    good.replace('<file id="texts"', '<file id="one" original="x"></file><file id="two" original="y"'),
    /two applications/,
  ],
]

function attributes(count: number): string {
  return Array.from({ length: count }, (_, n) => `a${n}="1"`).join(' ')
}

function units(count: number): string {
  return Array.from({ length: count }, (_, n) => unit(`k${n}`)).join('')
}

function segments(count: number): string {
  const one = `<segment><source>${'x'.repeat(60)}</source></segment>`
  return `<unit id="menu.new">${one.repeat(count)}</unit>`
}

function halfTranslated(): string {
  const [one, two] = ['<source>a</source><target>b</target>', '<source>c</source>']
  return `<unit id="menu.new"><segment>${one}</segment><segment>${two}</segment></unit>`
}

for (const [what, file, sentence] of REFUSED) {
  test(`${what}: one sentence, and nothing is written`, async () => {
    const { status, body } = await send(file)
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(body.errors.length, 1)
    assert.match(body.errors[0].message, sentence)
    assert.match(body.errors[0].message, /^[^\n]+\.$/)
    assert.equal((await owner.get(`${app}/translations/count`)).body.count, 0)
  })
}

test('a file above 64 MiB is refused by its length, and one below is read or refused in time', async () => {
  assert.equal((await send(Buffer.alloc(64 * 1_048_576 + 1, 32))).status, 413)
  const { status, body } = await send(Buffer.alloc(64 * 1_048_576, '<!-- -->'))
  assert.deepEqual([status, body.errors.length], [400, 1])
  const tags = `<xliff version="2.0" srcLang="en" trgLang="de">${'<note/>\n'.repeat(8_000_000)}`
  assert.match(
    (await send(tags)).body.errors[0].message,
    /before the element "xliff" is closed.*\(line 8000001\)/,
  )
})

test('a file cut or changed anywhere is read or refused, and never fails', async () => {
  const file = Buffer.from(good)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(file.length),
      fc.nat(40),
      fc.constantFrom(
        '',
        '<',
        '>',
        '&',
        '"',
        '/',
        ']]>',
        '<![CDATA[',
        '<!--',
        '<?',
        '\0',
        '\u00ff',
        '<a',
        '</unit>',
      ),
      async (at, length, put) => {
        const changed = Buffer.concat([
          file.subarray(0, at),
          Buffer.from(put, 'latin1'),
          file.subarray(at + length),
        ])
        const { status, text } = await send(changed)
        assert.ok([200, 400].includes(status), `${status} ${text} ${changed.toString()}`)
      },
    ),
    { numRuns: 60 * ROUNDS, seed: 11 },
  )
})
