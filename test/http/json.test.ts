/** The reader of request bodies: what it accepts, what it refuses, and which source text it keeps. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from '../../src/http/json/canonical.ts'
import { decodeUtf8 } from '../../src/http/json/utf8.ts'
import { InexactNumber, type JsonValue } from '../../src/http/json/value.ts'
import { JsonError } from '../../src/http/json/error.ts'
import { checkLongJson, parseJson, parseLongJson } from '../../src/http/json/read.ts'
import { inSlices } from '../../src/http/turns/slices.ts'
import { sourceOf } from '../../src/http/json/source.ts'

describe('values', () => {
  const cases: [string, JsonValue][] = [
    ['null', null],
    [' \t\r\n true ', true],
    ['false', false],
    ['""', ''],
    ['[]', []],
    ['{}', {}],
    ['{ "a" : [ 1 , { } ] , "b" : "x" }', { a: [1, {}], b: 'x' }],
    [String.raw`"\"\\\/\b\f\n\r\t\u00e9\uD83C\udfb2"`, '"\\/\b\f\n\r\té🎲'],
    [String.raw`"\\u0000"`, String.raw`\u0000`],
    ['"\u007f\u2028\uffff🎲"', '\u007f\u2028\uffff🎲'],
    ['{"":0}', { '': 0 }],
    ['{"10":1,"9":2}', { 9: 2, 10: 1 }],
    ['{"toString":1,"constructor":2}', { toString: 1, constructor: 2 }],
  ]
  for (const [text, value] of cases) {
    test(text, () => assert.deepStrictEqual(parseJson(text), value))
  }

  test('__proto__ is a property like another', () => {
    const value = parseJson('{"__proto__":{"admin":true},"a":1}')
    assert.ok(typeof value === 'object' && value !== null)
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.deepEqual(Object.keys(value), ['__proto__', 'a'])
    assert.equal(Reflect.get(value, 'admin'), undefined)
  })

  test('a hundred levels are read, a hundred and one are not', () => {
    assert.ok(parseJson('['.repeat(100) + ']'.repeat(100)))
    assert.ok(parseJson('{"a":'.repeat(100) + '1' + '}'.repeat(100)))
    const error = refusal('['.repeat(101) + ']'.repeat(101))
    assert.equal(error.position, 100)
    assert.match(error.message, /nested more than 100 levels/)
    refusal('['.repeat(1_000_000))
    refusal('{"a":['.repeat(1_000_000))
  })
})

describe('numbers', () => {
  const exact: [string, number][] = [
    ['0', 0],
    ['-0', -0],
    ['-0.0', -0],
    ['0e99999999999999999999', 0],
    ['1.0', 1],
    ['1e2', 100],
    ['1E+2', 100],
    ['12.50e-1', 1.25],
    ['0.1', 0.1],
    ['99999999.99', 99999999.99],
    ['123456789012345', 123456789012345],
    ['100000000000000000000', 1e20],
    ['-1.0e+28', -1e28],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', Number.MIN_VALUE],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.' + '0'.repeat(10_000), 1],
  ]
  for (const [text, value] of exact) {
    test(`${text.slice(0, 30)} is a number`, () => assert.ok(Object.is(parseJson(text), value)))
  }

  const inexact = [
    '1e400',
    '-1e400',
    '1e-400',
    '-1e-400',
    '0.1000000000000000055511151231257827',
    '12345678901234567890123',
    '9007199254740993',
    '1e99999999999999999999999999',
    '1e-99999999999999999999999999',
    '1.' + '0'.repeat(10_000) + '1',
  ]
  for (const text of inexact) {
    test(`${text.slice(0, 40)} keeps its text`, () =>
      assert.deepStrictEqual(parseJson(`[${text}]`), [new InexactNumber(text)]))
  }

  test('every score with two decimals is a number and says the same', () => {
    for (let cents = -999; cents <= 999; cents++) {
      const text = (cents / 100).toFixed(2)
      assert.equal(parseJson(text), Number(text))
    }
  })

  test('an exponent is bounded', () => {
    assert.ok(parseJson(`1e${'9'.repeat(999)}`) instanceof InexactNumber)
    assert.match(refusal(`1e${'9'.repeat(1000)}`).message, /exponent of more than 1000 characters/)
  })
})

describe('refused', () => {
  const cases: [string, string, number, RegExp][] = [
    // The body, then the path, position and message of the error.
    ['', '', 0, /^The body is empty at line 1, column 1; send a JSON value\.$/],
    [' \n ', '', 3, /^The body is empty at line 2, column 2/],
    ['\ufeff{}', '', 0, /byte order mark/],
    ['{}x', '', 2, /followed by "x"/],
    ['[1,]', '[1]', 3, /^Found "\]" instead of a value/],
    ['[,1]', '[0]', 1, /Found "," instead of a value/],
    ['[1 2]', '[0]', 3, /Found "2" after a value.*"," or "\]"/],
    ['[1', '[0]', 2, /Found the end of the body after a value/],
    ['{"a":1', 'a', 6, /"," or "}"/],
    ['{"a":1,}', '', 7, /Found "}" instead of a key/],
    ['{a:1}', '', 1, /Found "a" instead of a key/],
    ["{'a':1}", '', 1, /double quotes/],
    ['{"a" 1}', 'a', 5, /Found "1" after the key "a"/],
    ['{"a":\n  {"b c":[0,\n x]}}', 'a["b c"][1]', 20, /at line 3, column 2/],
    ['tru', '', 0, /Found "t" instead of a value/],
    ['NaN', '', 0, /Found "N"/],
    ['"abc', '', 0, /never closed/],
    ['"abc\\', '', 4, /followed by the end of the body/],
    ['"a\tb"', '', 2, /bare control character U\+0009/],
    [String.raw`"\x41"`, '', 1, /followed by "x"/],
    [String.raw`"\u12g4"`, '', 1, /four hexadecimal digits/],
    [String.raw`"\u12`, '', 1, /four hexadecimal digits/],
    ['\u00a01', '', 0, /Found U\+00A0/],
    ['01', '', 0, /superfluous 0/],
    ['-01', '', 1, /superfluous 0/],
    ['-', '', 1, /no digit/],
    ['+1', '', 0, /Found "\+"/],
    ['.5', '', 0, /Found "\."/],
    ['1.', '', 2, /after its decimal point/],
    ['1e', '', 2, /in its exponent/],
    ['1e+', '', 3, /in its exponent/],
    ['0x1', '', 1, /followed by "x"/],
    // Errors that the grammar of JSON allows.
    ['{"a":1,"b":{"a":2},"a":3}', 'a', 19, /The key "a" appears twice/],
    [String.raw`[{"a":1,"\u0061":2}]`, '[0].a', 8, /appears twice/],
    ['{"__proto__":1,"__proto__":2}', '__proto__', 15, /appears twice/],
    [String.raw`{"a":"x\u0000"}`, 'a', 7, /NUL/],
    [String.raw`{"x\u0000":1}`, '', 3, /NUL/],
    [String.raw`{"participants":[{},{"score":"\ud800"}]}`, 'participants[1].score', 29, /surrogate/],
    [String.raw`"\udc00\ud800"`, '', 0, /surrogate/],
    ['"\ud800"', '', 0, /surrogate/],
    [String.raw`{"\udfaa":0}`, '', 1, /surrogate/],
  ]
  for (const [text, path, position, message] of cases) {
    test(JSON.stringify(text), () => {
      const error = refusal(text)
      assert.deepEqual({ path: error.path, position: error.position }, { path, position })
      assert.match(error.message, message)
      assert.match(error.message, /^[A-Z].+ at line \d+, column \d+; .+\.$/)
    })
  }

  test('a long key is not repeated at length', () => {
    const key = 'k'.repeat(100_000)
    const error = refusal(`{"${key}":1,"${key}":2}`)
    assert.ok(error.message.length < 300 && error.path.length < 300)
  })
})

describe('decodeUtf8', () => {
  test('keeps text, a byte order mark included', () => {
    assert.equal(decodeUtf8(Buffer.from('{"é":"🎲\ufffd"}')), '{"é":"🎲\ufffd"}')
    assert.equal(decodeUtf8(Buffer.from('\ufeff1')), '\ufeff1')
    assert.equal(decodeUtf8(new Uint8Array()), '')
  })

  test('reports the place of the first wrong byte', () => {
    const bytes = Buffer.concat([
      Buffer.from('["é\ufffd\n🎲\ufffd'),
      Buffer.from([0xff]),
      Buffer.from('\ufffd"]'),
    ])
    const error = refused(() => decodeUtf8(bytes))
    assert.equal(error.position, 8)
    assert.match(error.message, /not valid UTF-8 at line 2, column 4/)
    for (const wrong of [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0xbf, 0xbf, 0xbf], [0xe6, 0x97], [0x81]]) {
      assert.equal(refused(() => decodeUtf8(Uint8Array.from([0x22, ...wrong]))).position, 1)
    }
  })
})

describe('sourceOf', () => {
  test('gives back what was sent', () => {
    const inner = String.raw`{ "z":1.0, "a":[-0, 1e400] ,"\u0061b":"\/" }`
    const value = parseJson(` {"outer": ${inner}, "list":[ ] } `)
    assert.ok(typeof value === 'object' && value !== null && 'outer' in value && 'list' in value)
    assert.ok(typeof value.outer === 'object' && value.outer !== null)
    assert.ok(typeof value.list === 'object' && value.list !== null)
    assert.equal(sourceOf(value.outer), inner)
    assert.equal(sourceOf(value.list), '[ ]')
    assert.equal(sourceOf(value), `{"outer": ${inner}, "list":[ ] }`)
    assert.equal(sourceOf({ ...value.outer }), undefined)
    assert.deepStrictEqual(value.list, [])
  })
})

describe('canonicalJson', () => {
  const same = [
    ['1', '1.0', '1e0', '10e-1', '0.01E+2', '1.' + '0'.repeat(400)],
    ['0', '-0', '0.0', '0e5', '-0e-999999999999999999999'],
    ['1e400', '10E399', '0.1e+401', '1' + '0'.repeat(400)],
    ['-12345678901234567890123', '-1234567890123456789012.3e1'],
    ['1e-99999999999999999999', '0.1e-99999999999999999998'],
    ['{"b":1,"a":[true,null]}', '{ "a" : [ true , null ], "\\u0062" : 1e0 }'],
    ['{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
    ['"é\\/"', '"\\u00e9/"'],
  ]
  for (const spellings of same) {
    test(spellings.join('  ').slice(0, 100), () => {
      assert.equal(new Set(spellings.map((text) => canonicalJson(parseJson(text)))).size, 1)
    })
  }

  test('different values differ', () => {
    const texts = [
      '1',
      '-1',
      '1e400',
      '-1e400',
      '1e401',
      '"1"',
      '[1]',
      '{"1":1}',
      '{}',
      '[]',
      'null',
      '"null"',
    ]
    assert.equal(new Set(texts.map((text) => canonicalJson(parseJson(text)))).size, texts.length)
    assert.notEqual(
      canonicalJson(parseJson('9007199254740993')),
      canonicalJson(parseJson('9007199254740992')),
    )
    assert.notEqual(canonicalJson(parseJson('["a","b"]')), canonicalJson(parseJson('["b","a"]')))
  })
})

describe('properties', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((string) => string.isWellFormed() && !string.includes('\0'))
  const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10'))
  const { value: plainValue } = fc.letrec<{ value: Plain }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      text,
      fc.array(tie('value')),
      fc.array(fc.tuple(key, tie('value'))).map((members) => objectOf(members)),
    ),
  }))

  test('agrees with JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          plainValue.map((value) => JSON.stringify(value)),
        ),
        (json) => {
          assert.deepStrictEqual(parseJson(json), JSON.parse(json))
        },
      ),
    )
  })

  test('reads any spelling of a value alike', () => {
    fc.assert(
      fc.property(plainValue, fc.infiniteStream(fc.nat(999)), (value, choices) => {
        const choose = (count: number) => Number(choices.next().value) % count
        const one = parseJson(JSON.stringify(value))
        const other = parseJson(respelled(value, choose))
        assert.equal(canonicalJson(other), canonicalJson(one))
        assert.deepStrictEqual(JSON.parse(canonicalJson(one)), withoutMinusZero(value))
      }),
    )
  })

  test('the decimal value decides whether a number fits into a double', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,25}$/)
    fc.assert(
      fc.property(digits, fc.integer({ min: -330, max: 310 }), (mantissa, exponent) => {
        const json = `${mantissa}e${exponent}`
        const value = parseJson(json)
        if (value instanceof InexactNumber) {
          const nearest = Number(json)
          if (Number.isFinite(nearest)) assert.notEqual(decimalOf(String(nearest)), decimalOf(json))
        } else assert.equal(decimalOf(JSON.stringify(value)), decimalOf(json))
      }),
    )
  })

  test('throws nothing but JsonError', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u',
      '0',
      '-',
      'e',
      '1',
      '.',
      ' ',
      'true',
      '"a"',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (json) => {
          let value: JsonValue
          try {
            value = parseJson(json)
          } catch (error) {
            assert.ok(error instanceof JsonError, String(error))
            return
          }
          assert.doesNotThrow(() => [JSON.parse(json), canonicalJson(value)])
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('a large body takes no more than a moment', () => {
    const item = {
      id: '019a2b3c-0000-7000-8000-000000000000',
      text: 'Hello {name}, é',
      score: 0.25,
      tags: ['a'],
    }
    const json = JSON.stringify(Array.from({ length: 100_000 }, () => item))
    const before = performance.now()
    parseJson(json)
    assert.ok(performance.now() - before < 60_000)
    const lines = '\n'.repeat(10_000_000)
    assert.match(refusal(`${lines}x`).message, /line 10000001, column 1/)
  })
})

const suite = new URL('../../../shared/reference/json-bodies.json', import.meta.url)

interface SuiteCase {
  name: string
  bodyBase64?: string
  bodyGenerator?: unknown
  variantB?: { expected: { status: number[] } }
}

describe('JSONTestSuite', { skip: existsSync(suite) ? false : 'the suite is not on this machine' }, () => {
  // The suite expects the last of two equal keys. We refuse such a body on purpose, because it can be read in two ways.
  const refusedOnPurpose = new Set(['y_object_duplicated_key', 'y_object_duplicated_key_and_value'])
  const { cases }: { cases: SuiteCase[] } = existsSync(suite)
    ? JSON.parse(readFileSync(suite, 'utf8'))
    : { cases: [] }

  for (const { name, bodyBase64, variantB } of cases) {
    if (bodyBase64 === undefined) continue
    const bytes = Buffer.from(bodyBase64, 'base64')
    const statuses = variantB?.expected.status ?? [400]
    test(name, () => {
      if (refusedOnPurpose.has(name) || !statuses.includes(201)) refused(() => parseJson(decodeUtf8(bytes)))
      else if (!statuses.includes(400))
        assert.deepStrictEqual(parseJson(decodeUtf8(bytes)), JSON.parse(bytes.toString()))
      else acceptedOrRefused(bytes)
    })
  }

  // The suite only describes these two bodies, because of their length.
  test('n_structure_100000_opening_arrays', () => void refusal('['.repeat(100_000)))
  test('n_structure_open_array_object', () => void refusal('[{"":'.repeat(50_000)))
})

function acceptedOrRefused(bytes: Buffer): void {
  try {
    parseJson(decodeUtf8(bytes))
  } catch (error) {
    assert.ok(error instanceof JsonError, String(error))
  }
}

function refusal(text: string): JsonError {
  return refused(() => parseJson(text))
}

function refused(act: () => unknown): JsonError {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof JsonError, String(error))
    return error
  }
  return assert.fail('It should have been refused.')
}

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain }

function objectOf(members: [string, Plain][]): { [key: string]: Plain } {
  const object: { [key: string]: Plain } = {}
  for (const [key, value] of members) {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  }
  return object
}

/**
 * Writes the value as JSON in another spelling: order, white space, escapes and numbers. `choose` returns a number below a count.
 */
function respelled(value: Plain, choose: (count: number) => number): string {
  const space = () => ['', ' ', '\n\t', '\r\n  '][choose(4)] ?? ''
  const spell = (inner: Plain): string => `${space()}${bare(inner)}${space()}`
  const bare = (inner: Plain): string => {
    if (typeof inner === 'number') return respelledNumber(inner, choose(4))
    if (typeof inner === 'string') return respelledString(inner, choose)
    if (Array.isArray(inner)) return `[${inner.map(spell).join(',') || space()}]`
    if (inner === null || typeof inner === 'boolean') return String(inner)
    const members = Object.keys(inner).map((key) => {
      return `${space()}${respelledString(key, choose)}${space()}:${spell(inner[key] ?? null)}`
    })
    for (let i = members.length - 1; i > 0; i--) members.push(...members.splice(choose(i + 1), 1))
    return `{${members.join(',') || space()}}`
  }
  return spell(value)
}

function respelledNumber(value: number, way: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value)
  if (way === 0 || text.includes('e')) return text.replace('e', 'E')
  if (way === 1) return text.includes('.') ? `${text}00` : `${text}.000`
  return way === 2 ? `${text}e-00` : `${text}${text.includes('.') ? '' : '.0'}E+0`
}

function respelledString(value: string, choose: (count: number) => number): string {
  const units = value.split('').map((unit) => {
    if (choose(3) === 0) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    return value.isWellFormed() && !unit.isWellFormed() ? unit : JSON.stringify(unit).slice(1, -1)
  })
  return `"${units.join('')}"`
}

function withoutMinusZero(value: Plain): Plain {
  return JSON.parse(JSON.stringify(value))
}

/** A decimal number as an integer, multiplied by 10^400. It is computed independently of the code under test. */
function decimalOf(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length + 400)
}

describe('values are counted', () => {
  const text = '{"a": [1, "x", null, {}], "b": {"c": true}}'

  test('each object, list, text, number, true, false and null once', async () => {
    assert.equal((await parseLongJson(text, 8, inSlices)).values, 8)
  })

  test('and no more than the limit are read', async () => {
    await assert.rejects(
      parseLongJson(`${text.slice(0, -1)} this is never read`, 7, inSlices),
      (error) => error instanceof JsonError && error.code === 'TOO_MANY_ITEMS' && error.path === '',
    )
  })
})

test('a check says of any text what the reader says', async () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"__proto__"',
    '1',
    '-',
    '1e400',
    'null',
    ' ',
    '"\\u0000"',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(fc.constantFrom(...pieces)).map((some) => some.join('')),
        fc.json(),
      ),
      async (text) => {
        const told = (error: JsonError) => [error.message, error.path]
        const read = await parseLongJson(text, Infinity, inSlices).then(() => 'well-formed', told)
        assert.deepEqual(await checkLongJson(text, inSlices).then(() => 'well-formed', told), read)
      },
    ),
    { numRuns: 2_000 },
  )
})
