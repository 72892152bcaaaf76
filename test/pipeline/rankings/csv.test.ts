/** The export of a ranking: an unreadable row is counted, and other rows are neither lost nor counted twice. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import {
  ExportTooLarge,
  MOST_BYTES,
  type RankingRow,
  UnreadableExport,
  readRankings,
} from '../../../src/pipeline/rankings/csv.ts'

const HEADER =
  'id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion,abstracts_rank,cgs_rank,childrensgames_rank,familygames_rank,partygames_rank,strategygames_rank,thematic_rank,wargames_rank'
const SHORT = 'id,name,rank'

/** Yields the content in pieces of `size` bytes. */
async function* pieces(content: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(content: string | Uint8Array, size?: number) {
  const rows: RankingRow[] = []
  const counts = await readRankings(pieces(content, size), async (batch) => void rows.push(...batch))
  assert.equal(counts.storedRows, rows.length)
  return { rows, unreadable: counts.unreadableRows }
}

/** Reads rows under the short header. Returns their names, and the number of unreadable rows. */
async function names(...lines: string[]) {
  const { rows, unreadable } = await read([SHORT, ...lines].join('\n'))
  return { names: rows.map((row) => row.displayName), unreadable }
}

suite('a row', () => {
  test('has every column of the export', async () => {
    const { rows } = await read(
      `${HEADER}\n17,"Piers, ""and"" Nets",-2200,1,8.41335,8.59376,47124,0,,,,,,1,2,\n`,
    )
    assert.deepEqual(rows, [
      {
        catalogId: '17',
        displayName: 'Piers, "and" Nets',
        yearPublished: -2200,
        rank: 1,
        bayesAverage: 8.41335,
        average: 8.59376,
        usersRated: 47124,
        isExpansion: false,
        familyRanks: { strategygames: 1, thematic: 2 },
      },
    ])
  })

  test('has at most 255 characters of its name, never half of one', async () => {
    const read = await names(`1,${'A'.repeat(60_000)},1`, `2,${'A'.repeat(254)}🎲,2`, '3,Fine,3')
    assert.deepEqual(read, { names: ['A'.repeat(255), 'A'.repeat(254), 'Fine'], unreadable: 0 })
  })

  test('of the older export is found by the names of its columns', async () => {
    const { rows, unreadable } = await read(
      'ID,Name,Year,Rank,Average,Bayes average,Users rated,URL,Thumbnail\r\n' +
        '9,Lantern Bay,1999,3,7.5,7.25,120,/boardgame/9,https://images.example.org/9.jpg\r\n',
    )
    assert.deepEqual(rows, [
      {
        catalogId: '9',
        displayName: 'Lantern Bay',
        yearPublished: 1999,
        rank: 3,
        bayesAverage: 7.25,
        average: 7.5,
        usersRated: 120,
        familyRanks: {},
      },
    ])
    assert.equal(unreadable, 0)
  })

  test('has no rank and no year where they are 0 or empty', async () => {
    const { rows } = await read('id,name,yearpublished,rank\n1,Ebb,0,0\n2,Flow,,\n')
    assert.deepEqual(rows, [
      { catalogId: '1', displayName: 'Ebb', familyRanks: {} },
      { catalogId: '2', displayName: 'Flow', familyRanks: {} },
    ])
  })

  test('keeps tabs, commas, quotes and all scripts in a name', async () => {
    assert.deepEqual(await names('1,"a\tb, ""c""",1', '2,tab\there,2', '3,波止場の灯,3', '4,"",4'), {
      names: ['a\tb, "c"', 'tab\there', '波止場の灯'],
      unreadable: 1,
    })
  })

  test('may be the last one without an end of line, and empty lines are none', async () => {
    assert.deepEqual(await names('1,Ebb,1', '', '\r', '2,Flow,2'), { names: ['Ebb', 'Flow'], unreadable: 0 })
  })

  test('with a long name is one, with a boundless one is not', async () => {
    const { rows, unreadable } = await read(
      `${SHORT}\n1,${'a'.repeat(60_000)},1\n2,"${'b'.repeat(300_000)}",2\n3,Flow,3\n4,${'c'.repeat(300_000)}`,
    )
    assert.deepEqual(
      rows.map((row) => row.catalogId),
      ['1', '3'],
    )
    assert.equal(unreadable, 2)
  })
})

test('how long a row may be doesn’t depend on how the export is cut', async () => {
  const row = (bytes: number) => `1,${'灯'.repeat((bytes - 4) / 3)},1`
  for (const size of [1000, 65_536, 1_000_000]) {
    assert.equal((await read(`${SHORT}\n${row(65_536)}\n2,Flow,2\n`, size)).rows.length, 2)
    assert.equal((await read(`${SHORT}\n${row(65_539)}\n2,Flow,2\n`, size)).rows.length, 1)
  }
})

test('an export that comes as one piece may have any number of rows', async () => {
  const rows = Array.from({ length: 180_000 }, (_, n) => `${n + 1},Ebb,${n + 1}`)
  assert.equal((await read([SHORT, ...rows].join('\n'), 10_000_000)).rows.length, rows.length)
})

suite('what is wrong with a row costs that row and no other:', () => {
  const wrong: Record<string, string> = {
    'a quote that is never closed': '5,"Ebb,1',
    'a quote in the middle of a field': '5,Ebb "and" Flow,1',
    'text after the closing quote': '5,"Ebb" Flow,1',
    'a field too few': '5,Ebb',
    'a field too many': '5,Ebb,1,1',
    'no id': ',Ebb,1',
    'the id 0': '0,Ebb,1',
    'a negative id': '-5,Ebb,1',
    'an id past int64': '9223372036854775808,Ebb,1',
    'an id that is no number': '5a,Ebb,1',
    'no name': '5,,1',
    'a name of spaces': '5,"   ",1',
    'a name with U+0000': '5,E\0bb,1',
    'a rank that is no number': '5,Ebb,first',
    'a rank that is no integer': '5,Ebb,1.5',
    'a negative rank': '5,Ebb,-1',
    'a rank past int32': '5,Ebb,2147483648',
    'a repeated id': '1,Ebb,1',
    'a repeated id with zeros before it': '001,Ebb,1',
  }
  for (const [what, line] of Object.entries(wrong)) {
    test(what, async () => {
      assert.deepEqual(await names('1,Before,1', line, '2,After,2'), {
        names: ['Before', 'After'],
        unreadable: 1,
      })
    })
  }

  test('the largest id there is, is one', async () => {
    const { rows } = await read(`${SHORT}\n9223372036854775807,Ebb,1\n9223372036854775807,Flow,1`)
    assert.deepEqual(
      rows.map((row) => row.displayName),
      ['Ebb'],
    )
  })

  test('is_expansion that is neither 0 nor 1, an average that is none', async () => {
    const { rows, unreadable } = await read(
      'id,name,rank,is_expansion,average\n1,Ebb,1,2,\n2,Flow,1,yes,\n3,Reef,1,1,NaN\n4,Quay,1,1,7.5\n',
    )
    assert.deepEqual(rows, [
      { catalogId: '4', displayName: 'Quay', rank: 1, isExpansion: true, average: 7.5, familyRanks: {} },
    ])
    assert.equal(unreadable, 3)
  })
})

suite('an export', () => {
  test('may begin with a byte order mark and have CRLF', async () => {
    const { rows, unreadable } = await read(`\uFEFF${SHORT}\r\n1,Ebb,1\r\n2,"Flow",2\r\n`)
    assert.deepEqual(
      rows.map((row) => row.displayName),
      ['Ebb', 'Flow'],
    )
    assert.equal(unreadable, 0)
  })

  test('of a header alone has no rows', async () => {
    assert.deepEqual(await read(HEADER), { rows: [], unreadable: 0 })
    assert.deepEqual(await read(`${HEADER}\n`), { rows: [], unreadable: 0 })
  })

  const refused: Record<string, string | Uint8Array> = {
    'that is empty': '',
    'of a byte order mark alone': '\uFEFF',
    'without the column id': 'name,rank\nEbb,1',
    'without the column name': 'id,rank\n1,1',
    'without the column rank': 'id,name\n1,Ebb',
    'with a column twice': 'id,name,rank,Name\n1,Ebb,1,Ebb',
    'with broken quotes in its header': 'id,"name,rank\n1,Ebb,1',
    'in Latin-1': Buffer.from(`${SHORT}\n1,Caf\u00e9,1\n`, 'latin1'),
    'in Latin-1 in a row too long to keep': Buffer.from(
      `${SHORT}\n1,${'\u00e9'.repeat(200_000)},1\n`,
      'latin1',
    ),
    'that ends within a character': Buffer.from(`${SHORT}\n1,Caf\u00e9`).subarray(0, -1),
    'without a header line': Buffer.alloc(200_000, 'a'),
  }
  for (const [what, content] of Object.entries(refused)) {
    test(`${what} is refused`, async () => {
      await assert.rejects(read(content), UnreadableExport)
    })
  }

  test('of 64 MiB is read, one byte more is refused', async () => {
    const most = Buffer.alloc(MOST_BYTES, `1,${'a'.repeat(997)}\n`)
    most.write(`${SHORT}\n`)
    const { storedRows, unreadableRows } = await readRankings(pieces(most), async () => {})
    assert.equal(storedRows + unreadableRows, Math.ceil((MOST_BYTES - 13) / 1000))
    await assert.rejects(
      readRankings(pieces(Buffer.concat([most, Buffer.from('a')])), async () => {}),
      ExportTooLarge,
    )
  })

  test('that breaks off rejects with the reason', async () => {
    const cut = async function* () {
      yield Buffer.from(`${SHORT}\n1,Ebb,1\n`)
      throw new Error('cut')
    }
    await assert.rejects(
      readRankings(cut(), async () => {}),
      /cut/,
    )
  })

  test('is read no faster than its rows are taken', async () => {
    const content = Array.from({ length: 5000 }, (_, index) => `${index + 1},Ebb,1`)
    let busy = false
    await readRankings(pieces([SHORT, ...content].join('\n'), 1000), async () => {
      assert.ok(!busy)
      busy = true
      await new Promise((resolve) => setImmediate(resolve))
      busy = false
    })
  })
})

test('however it is cut and whatever is in it, stored and unreadable rows are the data rows, and good rows survive', async () => {
  const good = fc.record({ name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) })
  const bad = fc.string({ unit: 'grapheme', maxLength: 20 })
  const line = fc.oneof(
    good.map(({ name }) => ({ good: name.replaceAll(/[\0\r\n]/g, '').trim() || 'x' })),
    bad.map((text) => ({ bad: `z${text.replaceAll(/[\r\n]/g, '')}` })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      async (lines, size, end) => {
        const text = lines.map((line, index) =>
          'good' in line ? `${index + 1},"${line.good.replaceAll('"', '""')}",1` : line.bad,
        )
        const { rows, unreadable } = await read([SHORT, ...text].join(end), size)
        assert.equal(rows.length + unreadable, lines.length)
        assert.deepEqual(
          rows.map((row) => row.displayName),
          lines.flatMap((line) => ('good' in line ? [line.good] : [])),
        )
      },
    ),
  )
})

test('the sample of a real export is read to the last row', async (t) => {
  const sample = new URL(
    '../../../../shared/samples/catalog/boardgames_ranks_top500_2024-08.csv',
    import.meta.url,
  )
  if (!existsSync(sample)) return t.skip('the folder of samples is not there')
  const { rows, unreadable } = await read(readFileSync(sample))
  assert.equal(rows.length, 500)
  assert.equal(unreadable, 0)
  assert.ok(rows.some((row) => row.yearPublished === -2200))
})
